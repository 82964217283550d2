// How generated text is laid out for the client of one API, prepared once per request so that a token costs little.
import type { Ending } from '../engine/generation.ts'

/** Generated text is letters and spaces only, so it needs no escaping inside JSON. */
export type AnswerShape = Readonly<{
  /** Sent before the first token. */
  opening: string
  /** One event; `index` counts them from 0. */
  delta(text: string, index: number): string
  /** The event with the reason, and whatever sums up the stream. */
  last(said: SaidInFull): string
  /** Sent after that where the client asked for it. */
  usage(ending: Ending): string
  /** Sent when all is said. */
  closing: string
  whole(text: string, ending: Ending): string
}>

export type SaidInFull = Readonly<{
  ending: Ending
  /** All of it, the last piece included. */
  text: string
  /** Of the event it ends with. */
  index: number
}>

export const doneEvent = 'data: [DONE]\n\n'
