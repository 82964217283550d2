// A request in the table of a run, for tests.
import type { RequestRow } from '#contract/views.ts'

/** Completed, each of its latencies 1 ms. */
export function exampleRow(changes: Partial<RequestRow>): RequestRow {
  return {
    index: 0,
    requestId: null,
    conversation: null,
    turn: null,
    target: null,
    scheduledAtMs: 0,
    sentAtMs: 0,
    ttftMs: 1,
    tpotMs: 1,
    e2elMs: 1,
    ttfoMs: null,
    reasoningTokens: null,
    maxItlMs: 1,
    inputs: 1,
    promptTokens: 1,
    outputTokens: 1,
    errorCode: null,
    errorMessage: null,
    errorStatus: null,
    errorBody: null,
    ...changes,
  }
}
