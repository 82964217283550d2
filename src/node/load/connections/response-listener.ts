// Events of one request on a connection. Exactly one of onEnd and onError is called, last.
import type { ResponseHead } from '#core/protocol/response-head.ts'
import type { RequestRecord } from '#core/records/request-record.ts'

/** A feature's fields of the record; `startUs` is the start of the run on the local clock. */
export type FieldsOf = (record: RequestRecord, startUs: number) => Partial<RequestRecord>

export interface ResponseListener {
  /** The request is about to be written to a connected socket. */
  onSending(atUs: number): void
  /**
   * The server closed a reused connection before any byte of the response. Returns the request, which is written once more to a
   * new connection; null if the response is no longer needed.
   */
  onResending(): Uint8Array | null
  onHead(head: ResponseHead): void
  /** A part of the body as a range of `bytes`, valid only during the call, with the time of its read. */
  onBody(bytes: Uint8Array, start: number, end: number, readAtUs: number): void
  /** Bytes after a complete chunk in the same read; returns the offset of the first chunk that was not consumed. */
  onChunks(start: number, end: number): number
  /** Due time and send time of a part of a paced request, on the local clock. */
  onPaced(dueAtUs: number, sentAtUs: number): void
  /** A feature's measurements, as fields of the record. */
  onMeasured(fieldsOf: FieldsOf): void
  onEnd(): void
  onError(error: Error): void
}
