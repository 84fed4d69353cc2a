// The redirect URI to register with an authorization server, to copy, in both spellings of the loopback address.
import { Button } from './Button.tsx'
import { CopyButton } from './CopyButton.tsx'
import { redirectSpellings } from './redirect-spellings.ts'
import style from './AuthFields.module.css'

export interface RedirectUrisProps {
  /** The one in use. */
  uri: string
  /** Takes another one; left out where it cannot be changed. */
  onUse?: (uri: string) => void
}

export function RedirectUris({ uri, onUse }: RedirectUrisProps) {
  const spellings = redirectSpellings(uri)
  return (
    <div className={style.uris}>
      <p>
        Register{' '}
        {spellings.length > 1 ? 'this address, or its twin: an authorization server compares them letter by letter.' : 'this address.'}
      </p>
      <ul>
        {spellings.map((one, at) => (
          <li key={one.uri}>
            <code>{one.uri}</code>
            <span>
              <CopyButton text={one.uri} aria-label={`Copy ${one.uri}`} />
              {at > 0 && onUse !== undefined && (
                <Button look="quiet" onClick={() => onUse(one.uri)}>
                  Use this one
                </Button>
              )}
            </span>
            <span className={style.dim}>{one.says}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
