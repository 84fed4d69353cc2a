// What is played to servers with apps and skills. Everything is only read.
import { isObject, type Json } from '../json.ts'
import { appOf } from '../apps/app-tool.ts'
import { APP_MIME_TYPE, APPS_EXTENSION } from '../apps/names.ts'
import { FOLDER, folderOf, declaredOf, NO_SKILL, objectOf, textOf } from './skill-parts.ts'
import type { Scenario } from './scenario.ts'
import { declares, pages } from './scenario-parts.ts'

const MOST_APPS = 5
const MOST_SKILLS = 3

const appsIn = (tools: readonly Json[]): string[] => [
  ...new Set(tools.flatMap((tool) => (appOf(tool)?.fault === undefined ? [appOf(tool)?.uri ?? ''] : [])).filter((uri) => uri !== '')),
]

export const EXTENSION_SCENARIOS: readonly Scenario[] = [
  {
    id: 'skills',
    title: 'Skills: the list, one by its address, a few files, and one that does not exist',
    impact: 'safe',
    for: ['SK-03', 'SK-04', 'SK-20', 'SK-22', 'SK-23', 'SK-24', 'SK-25', 'SK-26', 'SK-27', 'SK-28', 'SK-30', 'SK-33'],
    applies: ({ facts }) => declaredOf(facts) !== undefined,
    async play(stage) {
      const skills = (await pages(stage, 'skills/list', 'skills')).map(objectOf)
      const [first] = skills.filter(({ uri }) => textOf(uri) !== '')
      await stage.ask('skills/get', { uri: NO_SKILL })
      if (first === undefined) return
      await stage.ask('skills/get', { uri: textOf(first.uri) })
      await stage.ask('resources/list', {})
      for (const { uri, resources } of skills.slice(0, MOST_SKILLS)) {
        const other = Array.isArray(resources) ? resources.map((file) => textOf(objectOf(file).uri)).find((one) => one !== uri) : undefined
        for (const one of [textOf(uri), other ?? '']) if (one !== '') await stage.ask('resources/read', { uri: one })
      }
      if (objectOf(declaredOf(stage.session.facts)).directoryRead !== true) return
      const inside = await pages(stage, 'resources/directory/read', 'resources', { uri: folderOf(textOf(first.uri)) })
      const deeper = inside.map(objectOf).find(({ mimeType }) => mimeType === FOLDER)
      if (deeper !== undefined) await stage.ask('resources/directory/read', { uri: textOf(deeper.uri) })
      await stage.ask('resources/directory/read', { uri: textOf(first.uri) })
    },
  },
  {
    id: 'apps',
    title: 'The apps that tools name',
    impact: 'safe',
    for: ['AP-01', 'AP-02', 'AP-03', 'AP-08', 'AP-09', 'AP-10'],
    applies: declares('tools'),
    async play(stage) {
      for (const uri of appsIn(await pages(stage, 'tools/list', 'tools')).slice(0, MOST_APPS)) await stage.ask('resources/read', { uri })
    },
  },
  {
    id: 'apps-declared',
    title: 'The apps that tools name to a host that draws apps',
    impact: 'safe',
    for: ['AP-01', 'AP-02', 'AP-03', 'AP-08', 'AP-09', 'AP-10'],
    apart: true,
    // Some name them to such hosts alone.
    applies: ({ facts }) => isObject(facts.capabilities.extensions) && facts.capabilities.extensions[APPS_EXTENSION] !== undefined,
    play: (stage) =>
      stage.apart(async ({ greet }) => {
        const { era } = stage.session.facts
        const session = await greet(era, { extensions: { [APPS_EXTENSION]: { mimeTypes: [APP_MIME_TYPE] } } })
        const { result } = await session.request('tools/list', {}, { signal: stage.signal })
        const tools = isObject(result) && Array.isArray(result.tools) ? result.tools : []
        for (const uri of appsIn(tools).slice(0, MOST_APPS))
          await session.request('resources/read', { uri }, { signal: stage.signal }).catch(() => undefined)
      }),
  },
]
