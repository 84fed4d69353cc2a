// Short advice for well-known providers; the one that is spoken with stands open.
import type { AuthSettings } from '#mcp/auth/settings.ts'
import { Button } from '../ui/Button.tsx'
import { RedirectUris } from '../ui/RedirectUris.tsx'
import { RECIPES } from './recipes.ts'
import style from './Auth.module.css'

export interface RecipesProps {
  settings: AuthSettings
  redirectUri: string
  /** Of the authorization server that the flow found. */
  issuer: string
  onUse: (settings: AuthSettings) => void
}

export function Recipes({ settings, redirectUri, issuer, onUse }: RecipesProps) {
  return (
    <section aria-labelledby="auth-recipes">
      <h3 id="auth-recipes">Providers</h3>
      <p className={style.dim}>What people trip over. Consoles change their words; the things stay.</p>
      {RECIPES.map(({ name, issuer: form, matches, lines, use, because }) => (
        <details key={name} className={style.recipe} open={issuer !== '' && matches.test(issuer)}>
          <summary>
            {name} <code className={style.dim}>{form}</code>
          </summary>
          <ul>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <RedirectUris uri={redirectUri} />
          {use !== undefined && (
            <div className={style.acts}>
              <Button onClick={() => onUse({ ...settings, ...use })}>Set that for this server</Button>
              <span className={style.dim}>{because}</span>
            </div>
          )}
        </details>
      ))}
    </section>
  )
}
