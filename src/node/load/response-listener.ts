// What a connection tells about one request it carries. Exactly one of onEnd and onError comes last.

import type { AnswerHead } from '#core/protocol/answer-reader.ts'

export type ResponseHead = AnswerHead &
  Readonly<{
    status: number
    reason: string
    location: string | null
  }>

export interface ResponseListener {
  /** The request is about to be written to a connected socket. */
  onSending(atUs: number): void
  onHead(head: ResponseHead): void
  /** A part of the body, valid only during the call, with the time its bytes were read from the socket. */
  onBody(bytes: Uint8Array, readAtUs: number): void
  onEnd(): void
  onError(error: Error): void
}
