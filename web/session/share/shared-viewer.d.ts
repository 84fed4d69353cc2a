// Made by shared-viewer.ts when this is built.
declare module 'virtual:shared-viewer' {
  /** JavaScript and styles of the page that shows a shared record. */
  export const script: string
  export const style: string
}
