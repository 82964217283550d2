import { expect, test } from 'vitest'
import type { RequestErrorCode } from '#core/model/run/request-record.ts'
import { ConnectionWatch } from './ready-check.ts'

function ended(...codes: (RequestErrorCode | null)[]) {
  return codes.map((code) => ({
    error: code === null ? null : { code, message: '', status: null, body: null },
  }))
}

test.each([
  { remark: 'in one batch', batches: [ended('refused', 'refused', 'dns')], lost: true },
  { remark: 'over batches', batches: [ended('refused', 'refused'), ended('refused')], lost: true },
  {
    remark: 'with a response between',
    batches: [ended('refused', 'refused', null, 'refused', 'refused')],
    lost: false,
  },
  {
    remark: 'with an error of the server between',
    batches: [ended('refused', 'refused', 'http-status', 'refused')],
    lost: false,
  },
  { remark: 'of another kind', batches: [ended('timeout', 'timeout', 'timeout')], lost: false },
])('three connection errors $remark: lost is $lost', ({ batches, lost }) => {
  const watch = new ConnectionWatch(3)
  for (const batch of batches) watch.add(batch)
  expect(watch.lost.aborted).toBe(lost)
})

test('without a limit nothing ends the run', () => {
  const watch = new ConnectionWatch(0)
  watch.add(ended(...Array.from({ length: 500 }, () => 'refused' as const)))
  expect(watch.lost.aborted).toBe(false)
})
