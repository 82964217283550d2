// A carrier of one request at a time to the server under test: a connection or an HTTP/2 stream.
import type { ProtocolName } from '#core/backends/backend-traits.ts'
import type { ResponseSettings } from '#core/protocol/requests/request-form.ts'
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

type ByProtocol<Begin> = Readonly<Partial<Record<ProtocolName, Begin>>>

/** Connections for protocols other than HTTP, and those that send further requests over the `carrier` of a request. */
export type ProtocolConnections = Readonly<{
  own?: ByProtocol<(connect: Connector) => LoadConnection>
  over?: ByProtocol<
    (carrier: LoadConnection, settings: ResponseSettings) => LoadConnection | undefined
  >
}>
