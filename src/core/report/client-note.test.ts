import { expect, test } from 'vitest'
import { judgeRun } from '#core/judgement/judge-run.ts'
import { reasonText } from '#core/judgement/reason-text.ts'
import { inEnglish } from '#core/messages/message.ts'
import { clientHealthSchema, type ClientHealth } from '#core/model/run/client-health.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import { clientNote } from './client-note.ts'
import { exampleRun } from './example-run.test-support.ts'

function runOf(client: Partial<ClientHealth> | null, changes: Partial<RunSummary>) {
  const { summary, config } = exampleRun({ requestRate: 2 })
  const quiet = { sendLagP50Us: 0, sendLagP99Us: 0, sendLagMaxUs: 0, cpuShare: 0 }
  const delays = { loopDelayP99Us: 0, loopDelayMaxUs: 0 }
  const health = client && clientHealthSchema.parse({ ...quiet, ...delays, ...client })
  return { config, summary: { ...summary, ...changes, client: health } }
}

function noteOf(client: Partial<ClientHealth> | null, changes: Partial<RunSummary> = {}) {
  return clientNote(runOf(client, changes)).map(inEnglish)
}

/** Metrics of this number of requests. */
function measuredCount(count: number): Partial<RunSummary> {
  const { metrics } = exampleRun().summary
  return { metrics: { ...metrics, e2el: { ...metrics.e2el, count } } }
}

function judgeOf(client: Partial<ClientHealth>, changes: Partial<RunSummary>) {
  return judgeRun(runOf(client, changes)) ?? { reasons: [], clientState: null }
}

test('a client that kept up takes one line, with its error', () => {
  const client = {
    sendLagP99Us: 380,
    firstTokenLagMeanUs: 52,
    firstTokenLagP99Us: 400,
    readLagP99Us: 410,
  }
  expect(noteOf(client, measuredCount(100))).toEqual([
    'Client: fine. 1 % of requests left more than 0.38 ms late (limit 10 ms). ' +
      'TTFT is overstated by about 0.052 ms on average, 0.4 ms at p99; 99 % of gaps are within 0.41 ms.',
  ])
})

test('1 % of few requests is the latest of them', () => {
  expect(noteOf({ sendLagP99Us: 380 }, measuredCount(99))).toEqual([
    'Client: fine. One request left 0.38 ms late (limit 10 ms).',
  ])
  const few = { ...measuredCount(99), failed: 0 }
  const { reasons, clientState } = judgeOf({ sendLagP99Us: 250_000 }, few)
  expect(clientState).toBe('strained')
  expect(judgeOf({ sendLagP99Us: 2_100_000 }, few).clientState).toBe('limited')
  expect(reasons.map((reason) => inEnglish(reasonText(reason)))[0]).toMatch(
    /^One request left 250 ms late\./,
  )
})

test('one that did not comes with its error and a remedy; the judgement names the cause', () => {
  expect(noteOf({ keptRateShare: 0.97 })).toEqual([
    'Lower the request rate, or measure from a machine with more spare capacity.',
  ])
  const late = { firstTokenLagMeanUs: 900, firstTokenLagP99Us: 4000, readLagP99Us: 4100 }
  expect(noteOf({ sendLagP99Us: 250_000, ...late })[0]).toMatch(/^Client: TTFT is overstated/)
})

test('nothing is printed without monitoring', () => {
  expect(noteOf(null)).toEqual([])
})

test('responses read at once are counted where they are too few for a verdict', () => {
  expect(noteOf({}, { completed: 100, readAtOnce: 5 })[1]).toBe(
    '5 of 100 responses came mostly in one late read: their TPOT and ITL were not measured.',
  )
  expect(noteOf({}, { completed: 100, readAtOnce: 6 })).toHaveLength(1)
})
