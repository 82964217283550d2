import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { concurrencyChanges, peakConcurrency, usualConcurrency, type Spans } from './concurrency.ts'

function spansOf(list: readonly (readonly [startS: number, lastsS: number])[]): Spans {
  return {
    startsS: Float64Array.from(list, ([startS]) => startS).sort(),
    endsS: Float64Array.from(list, ([startS, lastsS]) => startS + lastsS).sort(),
  }
}

const spanLists = fc.array(
  fc.tuple(fc.nat(20_000), fc.nat(5000)).map(([at, lasts]) => [at / 1000, lasts / 1000] as const),
)

describe('requests in flight', () => {
  test.each<{ list: [number, number][]; peak: number; usual: number }>([
    { list: [], peak: 0, usual: 0 },
    { list: [[0, 1]], peak: 1, usual: 1 },
    {
      list: [
        [0, 1],
        [1, 1],
      ],
      peak: 1,
      usual: 1,
    },
    {
      list: [
        [0, 10],
        [1, 9],
        [2, 3],
      ],
      peak: 3,
      usual: 2,
    },
    {
      list: [
        [0, 1],
        [9, 1],
      ],
      peak: 1,
      usual: 0,
    },
  ])('of $list (start, duration) are $peak at most, usually $usual', ({ list, peak, usual }) => {
    expect(peakConcurrency(spansOf(list))).toBe(peak)
    expect(usualConcurrency(spansOf(list))).toBe(usual)
  })

  test('change by one at a time and end at none', () => {
    fc.assert(
      fc.property(spanLists, (list) => {
        let inFlight = 0
        let lastS = 0
        for (const { atS, before, after } of concurrencyChanges(spansOf(list))) {
          expect(before).toBe(inFlight)
          expect(Math.abs(after - before)).toBe(1)
          expect(atS).toBeGreaterThanOrEqual(lastS)
          inFlight = after
          lastS = atS
        }
        expect(inFlight).toBe(0)
      }),
    )
  })

  test('are at least the usual number for half of the time', () => {
    fc.assert(
      fc.property(spanLists, (list) => {
        const spans = spansOf(list)
        const usual = usualConcurrency(spans)
        const atMostS = timeS(spans, (inFlight) => inFlight <= usual)
        const atLeastS = timeS(spans, (inFlight) => inFlight >= usual)
        const wholeS = timeS(spans, () => true)
        expect(Math.min(atMostS, atLeastS)).toBeGreaterThanOrEqual(wholeS / 2 - 1e-9)
      }),
    )
  })
})

function timeS(spans: Spans, counts: (inFlight: number) => boolean): number {
  let sinceS = spans.startsS[0] ?? 0
  let sumS = 0
  for (const { atS, before } of concurrencyChanges(spans)) {
    if (counts(before)) sumS += atS - sinceS
    sinceS = atS
  }
  return sumS
}
