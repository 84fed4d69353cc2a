// How one secret is written in texts of different kinds: as it is, in JSON, in a URL or a form, and within base64.

/** Signs that writers of JSON escape though they need not: those of Go, of Java and of .NET do. */
const ESCAPED_BY_SOME = [/[&<>]/g, /[&<>'=]/g, /[&<>'+`]|\\"/g]

/** Every spelling of it that is looked for; itself first. */
export function formsOf(secret: string): ReadonlySet<string> {
  const forms = new Set([secret, ...inBase64(secret)])
  // As it is in every other kind of text.
  if (/^[\w.-]*$/.test(secret)) return forms
  // Packed twice: what is in a URL or in JSON is often within JSON.
  let newest: ReadonlySet<string> = new Set([secret])
  for (let round = 0; round < 2; round += 1) {
    const packed = new Set<string>()
    for (const form of newest) {
      const json = JSON.stringify(form).slice(1, -1)
      const spelt = [json, json.replaceAll('/', '\\/'), ...ESCAPED_BY_SOME.flatMap((signs) => escaped(json, signs)), ...inUrls(form)]
      for (const one of spelt) packed.add(one)
    }
    for (const one of packed) forms.add(one)
    newest = packed
  }
  return forms
}

/** With letters of either case in the codes. */
function escaped(json: string, signs: RegExp): string[] {
  const lower = json.replaceAll(signs, (sign) => `\\u00${sign.charCodeAt(sign.length - 1).toString(16)}`)
  return [lower, lower.replaceAll(/\\u00[0-9a-f]{2}/g, (code) => `\\u${code.slice(2).toUpperCase()}`)]
}

/** As it stands in a URL or a form; none where it cannot. */
function inUrls(text: string): string[] {
  try {
    const usual = encodeURIComponent(text)
    const strict = usual.replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    const all = [usual, strict, strict.replaceAll('%20', '+'), strict.replaceAll('~', '%7E')]
    return [...all, ...all.map((one) => one.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()))]
  } catch {
    return []
  }
}

/** Within a longer text in base64 it begins at one of three places of a group; what depends on its neighbours is left out. */
function inBase64(secret: string): string[] {
  let bytes = ''
  for (const byte of new TextEncoder().encode(secret)) bytes += String.fromCharCode(byte)
  return [0, 1, 2].flatMap((skip) => {
    const whole = btoa('x'.repeat(skip) + bytes)
    const from = Math.ceil((skip * 8) / 6)
    const to = Math.floor(((skip + bytes.length) * 8) / 6)
    const core = whole.slice(from, to)
    return [core, core.replaceAll('+', '-').replaceAll('/', '_')]
  })
}
