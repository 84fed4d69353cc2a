// A WebSocket as a conversation needs it, whoever opens it: the browser, or the proxy for the page.

/** How a socket ended, or that it never opened. */
export interface SocketEnd {
  /** Of the close frame (RFC 6455, 7.4); 1006 when there was none. */
  code: number
  reason: string
  /** Why it never opened, where that is known. `code` is Node's, or ours. */
  error?: { code: string; message: string }
}

export interface SocketEvents {
  opened(protocol: string): void
  message(text: string): void
  /** A frame that is no text. */
  binary(text: string): void
  /** The last event. */
  closed(end: SocketEnd): void
}

export interface SocketHandle {
  send(text: string): void
  close(): void
}

/** Opens a socket to the server, asking for these subprotocols. Never throws. */
export type Dial = (protocols: readonly string[], events: SocketEvents) => SocketHandle
