// How a person's words find an element in the page; runs in the page, so it must stand alone.

/** `by`: 'css', 'label' (of a field), or a role; `text`: the selector or the name. Returns the first that can be seen. */
export function find(by, text) {
  const seen = (element) => element.getClientRects().length > 0
  const textOf = (element) => {
    const copy = element.cloneNode(true)
    for (const key of copy.querySelectorAll('kbd, [aria-hidden=true]')) key.remove()
    return copy.textContent ?? ''
  }
  const nameOf = (element) => (element.getAttribute('aria-label') ?? textOf(element)).replace(/\s+/g, ' ').trim()
  /** The one of exactly this name before one that begins with it. */
  const named = (elements, name) =>
    elements.find((one) => name(one) === text) ?? elements.find((one) => name(one).startsWith(`${text} `)) ?? null
  if (by === 'css') return [...document.querySelectorAll(text)].find(seen) ?? null
  if (by === 'label') {
    const labels = [...document.querySelectorAll('label')].filter((label) => label.control !== null && seen(label.control))
    const fields = [...document.querySelectorAll('input, textarea, select')].filter(seen)
    return named(labels, nameOf)?.control ?? named(fields, (field) => field.getAttribute('aria-label') ?? '')
  }
  const tags = { button: 'button, [role=button]', option: '[role=option]', tab: '[role=tab]', link: 'a[href]', combobox: '[role=combobox]' }
  return named([...document.querySelectorAll(tags[by])].filter(seen), nameOf)
}
