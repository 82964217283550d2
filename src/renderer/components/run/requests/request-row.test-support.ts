// A row of a run's request table, for tests.
import type { RequestRow } from '#contract/views.ts'
import { shownFields, type ShownFieldName } from '#core/records/request-record.ts'

const shownValues = Object.fromEntries(shownFields.map(({ name }) => [name, 1])) as Record<
  ShownFieldName,
  number
>

/** Completed, with all latencies 1 ms. */
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
    ...shownValues,
    errorCode: null,
    errorMessage: null,
    errorText: null,
    errorStatus: null,
    errorBody: null,
    ...changes,
  }
}
