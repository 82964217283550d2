import type { Run } from '#core/model/run.ts'
import { describe, expect, it } from 'vitest'
import { clientFacts, clientVerdict } from './client-verdict.ts'
import { exampleRun, exampleSummary } from './example-run.ts'

const { client } = exampleSummary()

function runWith(changes: Partial<NonNullable<typeof client>>, requestRate: number | 'inf' = 4) {
  const summary = exampleSummary({ client: client && { ...client, ...changes } })
  return exampleRun({ summary, config: { requestRate } })
}

describe('our own client', () => {
  it.each<[Run, string, string]>([
    [runWith({}), 'kept-up', 'small delays'],
    [runWith({ sendLagP99Us: 20_000 }), 'fell-behind', 'requests left late'],
    [runWith({ loopDelayP99Us: 20_000 }), 'fell-behind', 'its event loop was held up'],
    [runWith({ sendLagP99Us: 20_000 }, 'inf'), 'kept-up', 'late by design: all were due at once'],
    [exampleRun({ summary: exampleSummary({ client: null }) }), 'unknown', 'nobody looked'],
    [exampleRun({ summary: null }), 'unknown', 'there is no summary'],
  ])('case %#: %s', (run, verdict) => {
    expect(clientVerdict(run)).toBe(verdict)
  })

  it('is told in ms', () => {
    const facts = client === null ? [] : clientFacts(client)
    expect(facts.map(({ ms }) => ms)).toEqual([0.1, 0.9, 2, 0.5, 3])
  })
})
