// What a Client ID Metadata Document for this page must hold, to be put at its address by the person.
import type { AuthSettings } from '#mcp/auth/settings.ts'
import { redirectSpellings } from '../ui/redirect-spellings.ts'

/** Why no document can have this address; undefined when one can. */
export function documentFault(url: string): string | undefined {
  if (!URL.canParse(url)) return 'This is no URL.'
  const { protocol, pathname, hash, username } = new URL(url)
  if (protocol !== 'https:') return 'Its address must begin with https.'
  if (pathname === '/') return 'Its address must have a path.'
  if (hash !== '' || username !== '') return 'Its address may have neither a fragment nor a user name.'
  return undefined
}

/** Indented JSON. */
export function clientDocument(url: string, redirectUri: string, { clientName = 'Loupe', applicationType }: AuthSettings): string {
  const loopback = redirectSpellings(redirectUri).length > 1
  return JSON.stringify(
    {
      client_id: url,
      client_name: clientName,
      redirect_uris: redirectSpellings(redirectUri).map(({ uri }) => uri),
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      application_type: applicationType ?? (loopback ? 'native' : 'web'),
    },
    undefined,
    2,
  )
}
