// What a person decided for good about a server's apps. Kept by the server's name, as drafts are.
import type { ConsentKind } from '#mcp/apps/app-host.ts'
import { readSetting, writeSetting } from '../ui/use-setting.ts'

export type Decision = 'always' | 'never'
export type Decisions = { [kind in ConsentKind]?: Decision }

export const NO_DECISIONS: Decisions = {}

export const CONSENT_WORDS: { [kind in ConsentKind]: { title: string; asks: string } } = {
  tool: { title: 'Call tools', asks: 'The app wants to call a tool' },
  link: { title: 'Open links', asks: 'The app wants to open a link' },
  message: { title: 'Write messages', asks: 'The app wants to write a message into the conversation' },
  context: { title: 'Set the model’s context', asks: 'The app wants the model to know something' },
  download: { title: 'Save files', asks: 'The app wants to save a file on this computer' },
}

export function consentKey(server: string): string {
  return `apps/${server}`
}

export function decisionOf(server: string, kind: ConsentKind): Decision | undefined {
  return readSetting(consentKey(server), NO_DECISIONS)[kind]
}

export function decide(server: string, kind: ConsentKind, decision: Decision | undefined): void {
  const { [kind]: _, ...others } = readSetting(consentKey(server), NO_DECISIONS)
  writeSetting(consentKey(server), decision === undefined ? others : { ...others, [kind]: decision })
}
