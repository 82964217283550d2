// What a connection tells about one request it carries. Exactly one of onEnd and onError comes last.

export type ResponseHead = Readonly<{
  status: number
  reason: string
  contentType: string
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
