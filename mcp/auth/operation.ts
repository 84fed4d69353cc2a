// What a request is called where its permission is talked about.

/** The operation of a request, for people. */
export function operationOf(method: string, name: string): string {
  return name === '' ? method : `${method} ${name}`
}
