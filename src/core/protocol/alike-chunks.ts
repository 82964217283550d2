// Chunks of a body that differ from the one before them only in their text, as a server sends one for each token.

/** An event that is all of a chunk, as a range of `bytes`, and where its text is. */
export type EventChunk = {
  bytes: Uint8Array
  start: number
  textStart: number
  textEnd: number
  end: number
}

export function noEvent(): EventChunk {
  return { bytes: new Uint8Array(), start: -1, textStart: -1, textEnd: -1, end: -1 }
}

/** Takes many of them in one go, where the bytes lie in memory that it knows. */
export interface AlikeChunks {
  /**
   * `at` is right after the known chunk's own line end. Takes the chunks that follow whole before `limit`, framing and
   * all, while each is the known one with another text; that holds what may stand in a JSON string without an escape,
   * and is not empty. Returns where the first begins that is not so.
   */
  take(known: EventChunk, at: number, limit: number): number
  /** How many were taken last, and their texts put end to end, from the start of `texts`. */
  readonly count: number
  readonly texts: Uint8Array
  readonly textsLength: number
}
