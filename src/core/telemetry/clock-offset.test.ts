import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clockOffset, surerOffset } from './clock-fit.ts'

test('however long the ways there and back are, the true offset is within what is said', () => {
  const ms = fc.double({ min: 0, max: 500, noNaN: true })
  const offset = fc.double({ min: -1e6, max: 1e6, noNaN: true })
  const step = fc.double({ min: -0.5, max: 0.5, noNaN: true })
  fc.assert(
    fc.property(ms, ms, offset, step, (thereMs, backMs, trueMs, oursAheadMs) => {
      const askedMs = 1e12
      const reportedMs = Math.floor(askedMs - oursAheadMs + thereMs + trueMs)
      const { offsetMs, uncertaintyMs } = clockOffset({
        askedMs,
        reportedMs,
        heardMs: askedMs + thereMs + backMs,
      })
      expect(Math.abs(offsetMs - trueMs)).toBeLessThanOrEqual(uncertaintyMs + 1e-3)
    }),
  )
})

test('the surer one counts', () => {
  const sure = { offsetMs: 5, uncertaintyMs: 0.6 }
  const vague = { offsetMs: 9, uncertaintyMs: 20 }
  expect(surerOffset(null, vague)).toBe(vague)
  expect(surerOffset(vague, sure)).toBe(sure)
  expect(surerOffset(sure, vague)).toBe(sure)
})
