// What proves things: PKCE, the client's own proof at the token endpoint, DPoP. The cryptography is oauth4webapi's, which is
// certified; what is sent and how an answer is read is ours, since a record of it comes first.
import {
  calculatePKCECodeChallenge,
  ClientSecretJwt,
  ClientSecretPost,
  DPoP,
  generateRandomCodeVerifier,
  generateRandomState,
  None,
  PrivateKeyJwt,
  type ClientAuth,
} from 'oauth4webapi'
import { isObject, parseJson, type Json } from '../json.ts'
import type { Client } from './kept.ts'
import type { AuthSettings, ClientAuthMethod } from './settings.ts'

export async function makePkce(): Promise<{ verifier: string; challenge: string }> {
  const verifier = generateRandomCodeVerifier()
  return { verifier, challenge: await calculatePKCECodeChallenge(verifier) }
}

/**
 * The key of an attempt. Its last letter tells /callback under which spelling of the loopback address the page lies that waits for
 * the answer: a channel does not reach from one to the other.
 */
export function makeState(pageOrigin: string | undefined): string {
  const host = pageOrigin !== undefined && URL.canParse(pageOrigin) ? new URL(pageOrigin).hostname : ''
  const home = { '127.0.0.1': '4', localhost: 'n', '[::1]': '6' }[host] ?? 'x'
  return `${generateRandomState()}.${home}`
}

type Method = Exclude<ClientAuthMethod, 'auto'>

/**
 * How a client proves itself: what a person chose, else what it was registered for, else the first of what the server lists that the client has
 * the means for. A list that is left out means client_secret_basic (RFC 8414 §2).
 */
export function chooseClientAuth(
  has: { secret: boolean; key: boolean },
  { chosen = 'auto', registered, listed }: { chosen?: ClientAuthMethod; registered?: string; listed?: readonly string[] },
): { method: Method; why: string } {
  if (chosen !== 'auto') return { method: chosen, why: 'you chose it' }
  const known = METHODS.find((one) => one === registered)
  if (known !== undefined && (known === 'none' || (known === 'private_key_jwt' ? has.key : has.secret)))
    return { method: known, why: 'the client was registered for it' }
  const able = METHODS.filter((one) => (one === 'private_key_jwt' ? has.key : one === 'none' ? !has.secret && !has.key : has.secret))
  const fitting = able.find(
    (one) => listed?.includes(one) ?? (one === 'client_secret_basic' || one === 'none' || one === 'private_key_jwt'),
  )
  if (fitting !== undefined) return { method: fitting, why: listed === undefined ? 'the server lists no methods' : 'the server lists it' }
  return { method: able[0] ?? 'none', why: `the server lists ${listed?.join(', ') ?? 'none'}, for which the client has no means` }
}

const METHODS: readonly Method[] = ['private_key_jwt', 'client_secret_basic', 'client_secret_post', 'client_secret_jwt', 'none']

/** Adds the client's proof to a token request. @throws Error with a sentence, for a key that cannot be read */
export async function proveClient(
  client: Pick<Client, 'id' | 'secret' | 'auth'>,
  audience: string,
  settings: Pick<AuthSettings, 'privateKey' | 'keyAlgorithm'>,
  body: URLSearchParams,
  headers: Headers,
): Promise<void> {
  const auth = await authOf(client, settings)
  await auth({ issuer: audience }, { client_id: client.id }, body, headers)
}

async function authOf(
  { auth, secret = '' }: Pick<Client, 'secret' | 'auth'>,
  settings: Pick<AuthSettings, 'privateKey' | 'keyAlgorithm'>,
): Promise<ClientAuth> {
  switch (auth) {
    case 'client_secret_basic':
      return (_server, { client_id }, _body, headers) =>
        headers.set('Authorization', `Basic ${btoa(`${formWord(client_id)}:${formWord(secret)}`)}`)
    case 'client_secret_post':
      return ClientSecretPost(secret)
    case 'client_secret_jwt':
      return ClientSecretJwt(secret)
    case 'private_key_jwt':
      return PrivateKeyJwt(await readPrivateKey(settings.privateKey ?? '', settings.keyAlgorithm))
    case 'none':
      return None()
  }
}

/** RFC 6749 §2.3.1. No more is encoded than a form has it: many servers compare what they were sent, and decode nothing. */
function formWord(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1)
}

/** PEM (PKCS #8) or JWK. @throws Error with a sentence */
export async function readPrivateKey(text: string, algorithm?: string): Promise<{ key: CryptoKey; kid?: string }> {
  const trimmed = text.trim()
  if (trimmed === '') throw new Error('There is no private key: paste one, as PEM (PKCS #8) or JWK.')
  if (trimmed.startsWith('{')) {
    const jwk = jwkIn(trimmed)
    const kid = typeof jwk.kid === 'string' ? { kid: jwk.kid } : {}
    const alg =
      algorithm ??
      (typeof jwk.alg === 'string' ? jwk.alg : jwk.kty === 'RSA' ? 'RS256' : jwk.kty === 'OKP' ? 'EdDSA' : CURVES[String(jwk.crv)])
    const { alg: _, key_ops: __, use: ___, ...bare } = jwk
    return { key: await crypto.subtle.importKey('jwk', bare as JsonWebKey, importing(alg ?? 'ES256'), false, ['sign']), ...kid }
  }
  const block = /-----BEGIN ([A-Z ]+)-----([\sA-Za-z0-9+/=]+)-----END/.exec(trimmed)
  if (block === null) throw new Error('The private key is neither PEM (“-----BEGIN PRIVATE KEY-----”) nor a JWK.')
  if (block[1] !== 'PRIVATE KEY')
    throw new Error(
      `The key is “${block[1]}”, and PKCS #8 (“PRIVATE KEY”) is wanted: convert it with "openssl pkcs8 -topk8 -nocrypt -in key.pem".`,
    )
  const der = Uint8Array.from(atob(block[2]!.replace(/\s/g, '')), (char) => char.charCodeAt(0))
  // A PEM does not say what it is for: the first algorithm whose key it is.
  const tried = algorithm === undefined ? ['ES256', 'RS256', 'ES384', 'ES512', 'EdDSA'] : [algorithm]
  for (const one of tried) {
    const key = await crypto.subtle.importKey('pkcs8', der, importing(one), false, ['sign']).catch(() => undefined)
    if (key !== undefined) return { key }
  }
  throw new Error(`The private key is none for ${tried.join(', ')}.`)
}

const CURVES: { [curve: string]: string } = { 'P-256': 'ES256', 'P-384': 'ES384', 'P-521': 'ES512' }

function importing(algorithm: string): { name: string; namedCurve?: string; hash?: string } {
  const hash = `SHA-${algorithm.slice(2)}`
  if (/^ES(?:256|384|512)$/.test(algorithm))
    return { name: 'ECDSA', namedCurve: Object.keys(CURVES).find((curve) => CURVES[curve] === algorithm) ?? 'P-256' }
  if (/^RS\d{3}$/.test(algorithm)) return { name: 'RSASSA-PKCS1-v1_5', hash }
  if (/^PS\d{3}$/.test(algorithm)) return { name: 'RSA-PSS', hash }
  if (/^(?:EdDSA|Ed25519)$/.test(algorithm)) return { name: 'Ed25519' }
  throw new Error(`${algorithm} is no algorithm that is known here: ES256, ES384, ES512, RS256, PS256 and EdDSA are.`)
}

function jwkIn(text: string): { [name: string]: Json } {
  let value: Json
  try {
    value = parseJson(text)
  } catch (error) {
    throw new Error(`The private key looks like a JWK and is no JSON: ${(error as Error).message}`, { cause: error })
  }
  if (!isObject(value) || value.d === undefined) throw new Error('The JWK holds no private key: its member "d" is missing.')
  return value
}

/** Binds tokens to a key of ours (RFC 9449). */
export interface Dpop {
  /** Sets the header DPoP. `token`: of a request that carries one. */
  prove(headers: Headers, method: string, url: string, token?: string): Promise<void>
  /** A server gave a nonce: the next proof for its origin carries it. True when it is news. */
  learn(url: string, headers: Headers): boolean
  thumbprint(): Promise<string>
  /** The private key, to be kept with the tokens. */
  readonly key: JsonWebKey
}

export async function makeDpop(kept?: JsonWebKey): Promise<Dpop> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  const key =
    kept ?? (await crypto.subtle.exportKey('jwk', (await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])).privateKey))
  const { d: _, key_ops: __, ...open } = key
  const keys = {
    privateKey: await crypto.subtle.importKey('jwk', { ...open, d: key.d }, algorithm, false, ['sign']),
    publicKey: await crypto.subtle.importKey('jwk', open, algorithm, true, ['verify']),
  }
  // Its types hide two methods; they are what the library's own requests call.
  const handle = DPoP({}, keys) as ReturnType<typeof DPoP> & {
    addProof(url: URL, headers: Headers, method: string, token?: string): Promise<void>
    cacheNonce(response: { headers: Headers }, url: URL): void
  }
  const nonces = new Map<string, string>()
  return {
    key,
    thumbprint: () => handle.calculateThumbprint(),
    prove: (headers, method, url, token) => handle.addProof(new URL(url), headers, method, token),
    learn(url, headers) {
      const nonce = headers.get('dpop-nonce')
      const { origin } = new URL(url)
      if (nonce === null || nonces.get(origin) === nonce) return false
      nonces.set(origin, nonce)
      handle.cacheNonce({ headers }, new URL(url))
      return true
    },
  }
}
