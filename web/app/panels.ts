// The list that is the app: every panel, in the order of the navigation. A feature joins by a line here.
import { isObject } from '#mcp/json.ts'
import { SKILLS_EXTENSION } from '#mcp/skills/names.ts'
import type { Facts } from '#mcp/session-types.ts'
import type { ConnectionState } from '../session/connection-state.ts'
import { foundIn } from '../session/findings.ts'
import type { ListMethod } from '../session/list-methods.ts'
import { drawAppsBy } from '../ui/app-slot.tsx'
import { deferred, type Deferred } from '../ui/deferred.tsx'

export interface Panel {
  /** As the URL has it. */
  id: string
  title: string
  /** Panels of one group stand together. 'page' needs no connection. */
  group: 'server' | 'record' | 'page'
  View: Deferred<object>
  /** Whether the server declared what the panel is about. One that is not offered can still be opened and says why it is empty. */
  offered(facts: Facts): boolean
  /** Lists whose length stands beside the title, once they were asked for. */
  lists?: ListMethod[]
  /** A number beside the title. */
  count?(state: ConnectionState, asks: number): number | undefined
  /** 'ask': the number is drawn in the colour of asks. */
  tone?: 'ask'
  /** It has something to show of a saved record, which nothing can be sent to. */
  saved?: true
}

const always = () => true
const declared = (name: string) => (facts: Facts) => name in facts.capabilities

drawAppsBy(deferred(async () => (await import('../apps/AppPane.tsx')).AppPane))

export const PANELS: Panel[] = [
  {
    id: 'overview',
    title: 'Overview',
    group: 'server',
    saved: true,
    View: deferred(async () => (await import('../overview/OverviewPanel.tsx')).OverviewPanel),
    offered: always,
  },
  {
    id: 'tools',
    title: 'Tools',
    group: 'server',
    View: deferred(async () => (await import('../tools/ToolsPanel.tsx')).ToolsPanel),
    offered: declared('tools'),
    lists: ['tools/list'],
  },
  {
    id: 'resources',
    title: 'Resources',
    group: 'server',
    View: deferred(async () => (await import('../resources/ResourcesPanel.tsx')).ResourcesPanel),
    offered: declared('resources'),
    lists: ['resources/list', 'resources/templates/list'],
  },
  {
    id: 'prompts',
    title: 'Prompts',
    group: 'server',
    View: deferred(async () => (await import('../prompts/PromptsPanel.tsx')).PromptsPanel),
    offered: declared('prompts'),
    lists: ['prompts/list'],
  },
  {
    id: 'skills',
    title: 'Skills',
    group: 'server',
    View: deferred(async () => (await import('../skills/SkillsPanel.tsx')).SkillsPanel),
    offered: ({ capabilities: { extensions } }) => isObject(extensions) && extensions[SKILLS_EXTENSION] !== undefined,
  },
  {
    id: 'asks',
    title: 'Asks',
    group: 'server',
    View: deferred(async () => (await import('../asks/AsksPanel.tsx')).AsksPanel),
    offered: always,
    count: (_, asks) => asks,
    tone: 'ask',
  },
  {
    id: 'tasks',
    title: 'Tasks',
    group: 'server',
    View: deferred(async () => (await import('../tasks/TasksPanel.tsx')).TasksPanel),
    offered: ({ capabilities: { tasks, extensions } }) =>
      tasks !== undefined || (isObject(extensions) && extensions['io.modelcontextprotocol/tasks'] !== undefined),
  },
  {
    id: 'traffic',
    title: 'Traffic',
    group: 'record',
    saved: true,
    View: deferred(async () => (await import('../traffic/TrafficPanel.tsx')).TrafficPanel),
    offered: always,
    count: (state) => state.messages,
  },
  {
    id: 'console',
    title: 'Console',
    group: 'record',
    saved: true,
    View: deferred(async () => (await import('../console/ConsolePanel.tsx')).ConsolePanel),
    offered: always,
    count: (state) => state.consoleLines,
  },
  {
    id: 'checks',
    title: 'Checks',
    group: 'record',
    View: deferred(async () => (await import('../checks/ChecksPanel.tsx')).ChecksPanel),
    offered: always,
    saved: true,
    count: (state) => foundIn(state.id),
  },
  {
    id: 'auth',
    title: 'Authorization',
    group: 'record',
    View: deferred(async () => (await import('../auth/AuthPanel.tsx')).AuthPanel),
    offered: always,
    saved: true,
  },
  {
    id: 'raw',
    title: 'Raw',
    group: 'record',
    View: deferred(async () => (await import('../traffic/RawPanel.tsx')).RawPanel),
    offered: always,
  },
  {
    id: 'doctor',
    title: 'Doctor',
    group: 'record',
    View: deferred(async () => (await import('../doctor/DoctorPanel.tsx')).DoctorPanel),
    offered: always,
  },
  {
    id: 'settings',
    title: 'Settings',
    group: 'page',
    View: deferred(async () => (await import('../settings/SettingsPanel.tsx')).SettingsPanel),
    offered: always,
  },
]
