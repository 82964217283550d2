import { expect, test } from 'vitest'
import { inEnglish } from '#core/messages/message.ts'
import type { KneePlace } from '#core/model/knee.ts'
import type { SweepLimit } from '#core/model/sweep/sweep-limit.ts'
import {
  searchEndings,
  type CapacityAnswer,
  type CurveAnswer,
} from '#core/model/sweep/sweep-search.ts'
import { answerText, endingAdvice } from './answer-text.ts'

const limits: readonly SweepLimit[] = [
  { kind: 'errors', mostShare: 0.01 },
  { kind: 'latency', metric: 'ttft', percentile: 95, mostMs: 300 },
]

const capacity: CapacityAnswer = {
  kind: 'capacity',
  highestHeld: 104,
  firstBroken: { load: 128, limit: 1 },
  estimate: 104,
  interval: { low: 98, high: 112 },
  runs: 14,
  ending: 'precise',
}
const curve: CurveAnswer = {
  kind: 'curve',
  knee: 24,
  interval: { low: 20, high: 28 },
  rule: 'power',
  secondOpinion: 26,
  runs: 12,
  ending: 'budget-used-up',
}

function at(maxConcurrency: number): KneePlace {
  return { position: 0, load: { requestRate: 'inf', maxConcurrency } }
}

test.each<[string, CapacityAnswer | CurveAnswer]>([
  [
    'max 104, first fails at 128 on p95 TTFT, interval 98–112, 14 runs, stopped because the answer is as precise as asked',
    capacity,
  ],
  [
    'max 19.5, first fails at 20 on error rate, 1 run, stopped because all runs allowed were used up',
    {
      ...capacity,
      highestHeld: 19.5,
      firstBroken: { load: 20, limit: 0 },
      interval: null,
      runs: 1,
      ending: 'budget-used-up',
    },
  ],
  [
    'max 104, first fails at 128 as the server does not keep up, interval 98–112, 14 runs, stopped because the server ' +
      'saturated while every limit still held',
    { ...capacity, firstBroken: { load: 128, limit: null }, ending: 'limit-not-binding' },
  ],
  [
    'max 104, first fails at 128 on p95 TTFT (341 ms, 310–372), interval 98–112, 14 runs, stopped because the answer is as precise as asked',
    {
      ...capacity,
      firstBroken: {
        load: 128,
        limit: 1,
        figure: { value: 341, interval: { low: 310, high: 372 } },
      },
    },
  ],
  [
    'max 104, first fails at 128 as the server does not keep up (12 %, 8–16), interval 98–112, 14 runs, stopped because ' +
      'the server saturated while every limit still held',
    {
      ...capacity,
      ending: 'limit-not-binding',
      firstBroken: {
        load: 128,
        limit: null,
        unasked: 'pace',
        figure: { value: 0.12, interval: { low: 0.08, high: 0.16 } },
      },
    },
  ],
  [
    'no load held, first fails at 1 on p95 TTFT, 2 runs, stopped because even the lightest load did not hold',
    {
      ...capacity,
      highestHeld: null,
      firstBroken: { load: 1, limit: 1 },
      interval: null,
      runs: 2,
      ending: 'never-held',
    },
  ],
  [
    'not answered: 104 held, but its runs are not usable (errors, cache-polluted), first fails at 128 on p95 TTFT, ' +
      '14 runs, stopped because the runs it would rest on are not usable',
    {
      ...capacity,
      highestHeld: null,
      estimate: null,
      interval: null,
      unusable: { load: 104, reasons: ['errors', 'cache-polluted'], held: true },
      ending: 'not-usable',
    },
  ],
  [
    'knee at 24 by power, interval 20–28, 26 by distance, 12 runs, stopped because all runs allowed were used up',
    curve,
  ],
  [
    'not answered: 128 did not hold, but its runs are not usable (cache-polluted), first fails at 128 on p95 TTFT, ' +
      '14 runs, stopped because the runs it would rest on are not usable',
    {
      ...capacity,
      highestHeld: null,
      estimate: null,
      interval: null,
      unusable: { load: 128, reasons: ['cache-polluted'], held: false },
      ending: 'not-usable',
    },
  ],
  [
    'the knee is between 16 and 24 in flight, 26 by distance, 12 runs, stopped because all runs allowed were used up',
    { ...curve, knee: null, found: { kind: 'between', low: at(16), best: at(16), high: at(24) } },
  ],
  [
    'no knee, 5 runs, stopped because the server was not saturated at the greatest load allowed',
    {
      ...curve,
      knee: null,
      secondOpinion: null,
      interval: null,
      runs: 5,
      ending: 'not-saturated',
    },
  ],
])('%s', (text, answer) => {
  expect(inEnglish(answerText(answer, limits))).toBe(text)
})

test('every ending but the one asked for comes with advice', () => {
  const unadvised = searchEndings.filter((ending) => endingAdvice(ending) === null)
  expect(unadvised).toEqual(['precise'])
})
