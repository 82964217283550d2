// What carries requests to the server under test, one at a time: a connection, or a stream of HTTP/2.
import type { ResponseListener } from './response-listener.ts'

export interface LoadConnection {
  /** Opens it ahead of the first request. */
  prepare(): Promise<void>
  /** Takes a whole request, head and body. Not to be called from within a listener. */
  send(request: Uint8Array, listener: ResponseListener): void
  /** Cuts the request it carries, which then ends in `error`. */
  destroy(error: Error): void
}
