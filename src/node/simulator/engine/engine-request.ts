// A request as the engine sees it, be it answered with text or only read: what it computes, when, and how it ends.
import type { Sequence } from './sequence.ts'

export interface EngineRequest {
  readonly sequence: Sequence
  readonly times: RequestTimes
  readonly maxTokens: number
  readonly completionTokens: number
  /** Called when all its tokens are computed, with the number that follow from that; the ending once there is one. */
  advance(tokens: number, nowMs: number): RequestEnding | null
  /** Called after a step, when everything it produced has been written. */
  flush(): void
}

export type RequestEnding = Readonly<{
  finishReason: 'stop' | 'length'
  promptTokens: number
  completionTokens: number
}>

/** Simulated times in milliseconds of the engine's clock; NaN until it happened. */
export type RequestTimes = {
  arrivedMs: number
  queuedMs: number
  scheduledMs: number
  firstTokenMs: number
  lastTokenMs: number
}

export function nothingHappenedYet(): RequestTimes {
  return { arrivedMs: NaN, queuedMs: NaN, scheduledMs: NaN, firstTokenMs: NaN, lastTokenMs: NaN }
}
