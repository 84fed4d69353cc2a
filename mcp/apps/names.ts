// Apart from what reads apps, so that whoever only declares the extension brings nothing else along.

export const APPS_EXTENSION = 'io.modelcontextprotocol/ui'
/** The one kind of document that an app is. */
export const APP_MIME_TYPE = 'text/html;profile=mcp-app'
