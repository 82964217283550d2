// Consecutive chunks of a body that differ only in their text, as a server sends one for each token.

/** An event that fills a chunk, as a range of `bytes`, and the position of its text. */
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

/** Reads many of them in one pass, if the bytes are in memory that it shares. */
export interface AlikeChunks {
  /**
   * `at` is directly after the known chunk's line end. Reads complete chunks before `limit`, framing included, while each equals
   * the known one except for its text; the text must be non-empty and need no JSON escapes. Returns the start of the first chunk
   * that differs.
   */
  take(known: EventChunk, at: number, limit: number): number
  /** Number of chunks in the last pass, and their concatenated texts from the start of `texts`. */
  readonly count: number
  readonly texts: Uint8Array
  readonly textsLength: number
}
