// For tests: a Storage of the browser, as far as it is used.

export function fakeStorage(): Storage {
  const held = new Map<string, string>()
  return {
    getItem: (name: string) => held.get(name) ?? null,
    setItem: (name: string, text: string) => void held.set(name, text),
    removeItem: (name: string) => void held.delete(name),
  } as Storage
}
