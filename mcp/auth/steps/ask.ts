// A form to an endpoint that gives or ends tokens, with the proof of the client.
import type { Reply } from '../courier.ts'
import type { StepId } from '../step-id.ts'
import type { Client } from '../kept.ts'
import { proveClient } from '../proof.ts'
import type { RuleId } from '../rules.ts'
import { textIn, type Work } from '../work.ts'

/** Once more when it wants its nonce in the DPoP proof. */
export async function ask(
  work: Work,
  step: StepId,
  url: string,
  client: Client,
  to: 'authorization-server' | 'identity-provider',
  params: [string, string][],
): Promise<Reply> {
  const dpop = to === 'authorization-server' && step !== 'revoke' ? await work.dpop() : undefined
  const rules: RuleId[] = dpop === undefined ? [] : ['RFC 9449']
  work.rule(...rules)
  for (let again = false; ; again = true) {
    const body = new URLSearchParams(params)
    const headers = new Headers({ Accept: 'application/json', 'Content-Type': 'application/x-www-form-urlencoded' })
    if (client.id !== '') await proveClient(client, work.memory.metadata?.issuer ?? url, work.settings, body, headers)
    await dpop?.prove(headers, 'POST', url)
    for (const [name, value] of work.settings.extra?.[step] ?? []) body.set(name, value)
    for (const name of work.settings.omit?.[step] ?? []) body.delete(name)
    const reply = await work.send({ to, method: 'POST', url, headers: [...headers], body: body.toString() })
    const news = dpop?.learn(url, reply.headers) ?? false
    if (again || !news || textIn(reply.document, 'error') !== 'use_dpop_nonce') return reply
    Object.assign(reply.trip, { verdict: 'wants its nonce in the proof; asked again with it', tone: 'warn' })
  }
}
