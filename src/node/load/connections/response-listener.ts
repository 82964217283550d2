// Events of one request on a connection. Exactly one of onEnd and onError comes last.
import type { ResponseHead } from '#core/protocol/response-head.ts'

export interface ResponseListener {
  /** The request is about to be written to a connected socket. */
  onSending(atUs: number): void
  /**
   * The server closed a reused connection before any byte of the response. Returns the request, which is written once
   * more to a connection just opened; null where no response is wanted any more.
   */
  onResending(): Uint8Array | null
  onHead(head: ResponseHead): void
  /** A part of the body as a range of `bytes`, valid only during the call, with the time its bytes were read. */
  onBody(bytes: Uint8Array, start: number, end: number, readAtUs: number): void
  /** What follows a whole chunk in the same read; returns where the first begins that was not taken. */
  onChunks(start: number, end: number): number
  /** A part of the request was due and left, by our clock: its sender is paced. */
  onPaced(dueAtUs: number, sentAtUs: number): void
  /** Of a paced request, by our clock: the first text of its transcript, if there was any, and all of it. */
  onTranscript(firstTextAtUs: number | null, finalAtUs: number): void
  onEnd(): void
  onError(error: Error): void
}
