// A carrier of one request at a time to the server under test: a connection or an HTTP/2 stream.
import type { ProtocolName } from '#core/backends/backend-traits.ts'
import type { Connector } from './connector.ts'
import type { ResponseListener } from './response-listener.ts'

export interface LoadConnection {
  /** Opens the connection ahead of the first request. */
  prepare(): Promise<void>
  /**
   * Sends a complete request, head and body, whose memory may serve another request once it is written. Must not be called from
   * within a listener.
   */
  send(request: Uint8Array, listener: ResponseListener): void
  /** Aborts the request in flight, which then ends in `error`. */
  destroy(error: Error): void
}

/** Connections for protocols other than HTTP. */
export type ProtocolConnections = Readonly<
  Partial<Record<ProtocolName, (connect: Connector) => LoadConnection>>
>
