import { answerLatencies, ofLatencies } from '#core/metrics/latencies.ts'
import type { TurnSummary } from '#core/model/run/conversation-summary.ts'
import { expect, test } from 'vitest'
import { conversationFigures } from './conversation-figures.ts'
import { exampleStats } from '../example-run.test-support.ts'

const unmeasured = { ...exampleStats(0, 0), count: 0 }

function turn(number: number, changes: Partial<TurnSummary> = {}): TurnSummary {
  return {
    number,
    completed: 4,
    failed: 0,
    inputTokens: 512,
    outputTokens: 800,
    itl: null,
    ...ofLatencies(answerLatencies, () => unmeasured),
    ttft: exampleStats(80, 90),
    tpot: exampleStats(9, 11),
    e2el: exampleStats(2000, 3000),
    ...changes,
  }
}

const conversations = {
  completed: 3,
  failed: 1,
  turnsEach: 1.75,
  duration: exampleStats(5000, 7000),
  turns: [
    turn(0),
    turn(1, { completed: 0, failed: 1, ttft: unmeasured, tpot: unmeasured, e2el: unmeasured }),
  ],
}

test('durations say nothing where no conversation was completed', () => {
  const values = (completed: number) =>
    conversationFigures({ ...conversations, completed }).map(({ value }) => value)
  expect(values(3)).toEqual([3, 1, 1.75, 5000, 5000, 7000])
  expect(values(0)).toEqual([0, 1, 1.75, null, null, null])
})
