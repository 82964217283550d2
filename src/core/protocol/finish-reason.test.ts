import { expect, test } from 'vitest'
import { endsWhole, finishReasonOf, worseReason } from './finish-reason.ts'

test.each([
  ...['stop', 'length', 'tool_calls', 'function_call', 'eos', 'eos_token', 'stop_sequence'],
  ...['end_turn', 'max_tokens', 'tool_use', 'COMPLETE', 'MAX_TOKENS', 'STOP', 'model_length'],
  ...['FinishReason.STOP', 'FINISH_REASON_MAX_TOKENS', 'stop-sequence', 'Stop', 'limit'],
])('%s ends a whole response', (reason) => {
  expect(endsWhole(reason)).toBe(true)
})

test.each([
  ...['abort', 'error', 'content_filter', 'timeout', 'cancelled', 'repetition', 'refusal'],
  ...['SAFETY', 'time_limit', 'insufficient_system_resource', 'guardrail_intervened', 'new one'],
])('%s ends a response early', (reason) => {
  expect(endsWhole(reason)).toBe(false)
})

test.each([null, undefined, '', 'null', 'not_finished', 7, {}])('%j is no reason', (value) => {
  expect(finishReasonOf(value)).toBeNull()
})

test('an object of SGLang is its type', () => {
  expect(finishReasonOf({ type: 'abort', message: 'Abort before prefill' })).toBe('abort')
})

test('of several choices the one that ended early counts', () => {
  expect([null, 'stop', 'error', 'length'].reduce(worseReason, null)).toBe('error')
})
