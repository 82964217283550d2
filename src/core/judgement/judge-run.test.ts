import { describe, expect, test } from 'vitest'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import type { Calibration } from '#core/model/run/calibration.ts'
import type { ClientHealth } from '#core/model/run/client-health.ts'
import type { Run } from '#core/model/run/run.ts'
import type { ImportSource } from '#core/model/run/import-source.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import { inEnglish } from '#core/messages/message.ts'
import { withCalibration } from '#core/stats/calibration/calibrated-for.ts'
import { generatedRun as run } from '#core/stats/fixtures/generated-run.ts'
import { judgeRun } from './judge-run.ts'
import type { Grade, Judgement, ReasonCode } from '#core/model/run/judgement.ts'
import { judgementText, reasonText } from './reason-text.ts'

type Subject = Readonly<{
  config: BenchmarkConfig
  summary: RunSummary
  status?: Run['status']
  imported?: Pick<ImportSource, 'knownFields'>
}>

function withHits({ config, summary }: Subject, hits: number): Subject {
  const prefixCache = { queries: 10_000, hits }
  const server = { prefixCache }
  return { config: { ...config, datasetName: 'random' }, summary: { ...summary, server } }
}

function judged(subject: Subject): Judgement {
  const judgement = judgeRun(subject)
  if (judgement === null) throw new Error('The run cannot be judged.')
  return judgement
}

function reasonsOf(subject: Subject): ReasonCode[] {
  return judged(subject).reasons.map(({ code }) => code)
}

function readAtOnce({ config, summary }: Subject, count: number): Subject {
  return { config, summary: { ...summary, readAtOnce: count } }
}

const noDelay = { p50: 0, p99: 0, max: 0 }
const calibrations: readonly Calibration[] = [
  {
    id: 'one',
    status: 'completed',
    createdAtEpochMs: 0,
    progress: 1,
    failure: null,
    circumstances: {
      processor: 'any',
      cores: 2,
      platform: 'linux',
      nodeVersion: '24',
      clientVersion: '0.1.0',
      server: 'node',
    },
    plan: { streams: [2], eventRates: [2] },
    points: [
      {
        streams: 2,
        eventsPerS: 2,
        requests: 10,
        failed: 0,
        cpuShare: 1,
        addedUs: { ttft: noDelay, itl: noDelay, e2el: noDelay, sendLag: noDelay },
        overloaded: 'client',
      },
    ],
  },
]

function calibrated({ config, summary }: Subject): Subject {
  return { config, summary: withCalibration(summary, calibrations) }
}

describe('a run is valid', () => {
  test.each<[string, Subject]>([
    ['at a rate its server keeps up with', run({ rate: 10 })],
    ['with a closed loop as fast as it goes', run({ clients: 32, served: 10 })],
    ['near the end of what its server can do', run({ rate: 8, served: 10, requests: 2400 })],
    ['with one failure in a hundred', run({ rate: 10, failed: 6 })],
    ['with one request in a hundred rejected', run({ rate: 10, rejected: 6 })],
    ['with one response in twenty read at once', readAtOnce(run({ rate: 10 }), 30)],
    ['in one burst without a limit', run({ clients: 600, config: { maxConcurrency: null } })],
  ])('%s', (_, subject) => {
    expect(judgeRun(subject)).toMatchObject({ grade: 'valid', reasons: [], isSaturated: false })
  })

  test('that was imported and ended late, since its file shows no pace', () => {
    const { config, summary } = run({ rate: 20, served: 10 })
    const whole = { ...summary, steadyState: null, certainty: null, client: null }
    const subject = { config, summary: whole, imported: { knownFields: ['requestRate'] } }
    expect(judgeRun(subject)).toMatchObject({ pace: 'not-known', isSaturated: false })
  })

  test('as far as a file that was imported shows', () => {
    const { config, summary } = run({ rate: 10 })
    const known = { ...summary, failed: null, steadyState: null, certainty: null, client: null }
    expect(judgeRun({ config, summary: known })).toMatchObject({
      grade: 'valid',
      loadState: 'not-known',
      clientState: 'not-monitored',
    })
  })

  test('or not judged where nothing was measured or the load is not known', () => {
    const { config, summary } = run({ rate: 10 })
    expect(judgeRun({ config, summary: null })).toBeNull()
    expect(judgeRun({ config, summary, imported: { knownFields: [] } })).toBeNull()
    expect(inEnglish(judgementText(null))).toBe('Not judged')
  })
})

test.each<[Judgement['loadState'], Subject]>([
  ['burst', run({ clients: 600, config: { maxConcurrency: null } })],
  ['steady', run({ rate: 10, requests: 2000 })],
  ['not-steady', run({ clients: 8, slowing: 1 })],
  [
    'changing',
    run({ rate: 10, config: { rampUpStrategy: 'linear', rampUpStartRps: 1, rampUpEndRps: 20 } }),
  ],
  ['not-known', run({ rate: 10, requests: 20 })],
])('the state of a load is %s', (state, subject) => {
  expect(judged(subject).loadState).toBe(state)
})

test.each<[Judgement['clientState'], Grade, Partial<ClientHealth>]>([
  ['kept-up', 'valid', {}],
  ['strained', 'caution', { sendLagP99Us: 20_000 }],
  ['limited', 'not-usable', { sendLagP99Us: 150_000 }],
])('a client that is %s makes a run %s', (clientState, grade, client) => {
  expect(judged(run({ rate: 10, client }))).toMatchObject({ clientState, grade })
})

test('says that every request was cancelled', () => {
  const { grade, reasons } = judged(run({ rate: 10, clientCancelled: 600 }))
  expect(grade).toBe('not-usable')
  expect(reasons).toEqual([
    { code: 'nothing-measured', evidence: { completed: 0, failed: 0, clientCancelled: 600 } },
  ])
})

describe('a reason against a run is', () => {
  test.each<[ReasonCode, string, Subject, object]>([
    ['nothing-measured', 'that all failed', run({ rate: 10, failed: 600 }), { failed: 600 }],
    ['errors', 'that many failed', run({ rate: 10, failed: 60 }), { failed: 60, share: 0.1 }],
    [
      'errors',
      'that it did not live to its end',
      { ...run({ rate: 10 }), status: 'failed' },
      { completed: 600 },
    ],
    [
      'rejected',
      'that the server rejected a few',
      run({ rate: 10, rejected: 12 }),
      { rejected: 12, requests: 600, share: 0.02 },
    ],
    [
      'client-limited',
      'that its requests left late',
      run({ rate: 10, client: { sendLagP99Us: 150_000 } }),
      { sendLagMs: 150, limitMs: 100 },
    ],
    [
      'client-limited',
      'that its rate was not kept',
      run({ rate: 10, client: { keptRateShare: 0.5 } }),
      { keptRateShare: 0.5, limitShare: 0.95 },
    ],
    [
      'client-limited',
      'that its client was overloaded by less',
      calibrated(run({ rate: 10 })),
      { overloadedAtStreams: 2, overloadedAtEventsPerS: 2 },
    ],
    [
      'read-at-once',
      'that many responses came in one late read',
      readAtOnce(run({ rate: 10 }), 60),
      { readAtOnce: 60, completed: 600, share: 0.1 },
    ],
    [
      'saturated',
      'that answers come more slowly than requests',
      run({ rate: 20, served: 10 }),
      {
        askedPerS: expect.closeTo(20, -1) as number,
        answeredPerS: expect.closeTo(10, -1) as number,
      },
    ],
    [
      'saturated',
      'that requests pile up, if slowly',
      run({ rate: 10.4, served: 10, requests: 4000 }),
      { latencyChange: expect.any(Number) as number },
    ],
    [
      'not-steady',
      'that its server slowed down',
      run({ clients: 8, slowing: 1 }),
      { latencyChange: expect.any(Number) as number },
    ],
    [
      'not-steady',
      'that it hardly filled its limit',
      run({ clients: 300, requests: 400 }),
      { steadyShare: expect.any(Number) as number },
    ],
    [
      'not-steady',
      'that it never filled its limit',
      run({ clients: 64, requests: 400, config: { maxConcurrency: 128 } }),
      { steadyShare: 0 },
    ],
    [
      'cache-polluted',
      'that prompts were known',
      withHits(run({ rate: 10 }), 500),
      { hitShare: 0.05 },
    ],
    [
      'cache-hits',
      'that a few prompts were known by chance',
      withHits(run({ rate: 10 }), 490),
      { hitShare: 0.049 },
    ],
    [
      'too-few-samples',
      'that it has too few answers for p99',
      run({ rate: 10, requests: 200 }),
      { percentile: 99, fewestRequests: 368, requests: 200 },
    ],
  ])('%s: %s', (code, _, subject, evidence) => {
    const reason = judged(subject).reasons.find((each) => each.code === code)
    expect(reason?.evidence).toMatchObject(evidence)
    expect(reason && inEnglish(reasonText(reason))).toMatch(/^[^{}]+\.$/)
  })

  test.each<[string, Subject, ReasonCode[], object]>([
    ['cut off', run({ rate: 10, cutOff: 35 }), ['cancelled'], { completed: 565, cutOff: 35 }],
    [
      'cut off after others had failed',
      run({ rate: 10, cutOff: 300, failed: 60 }),
      ['errors', 'cancelled', 'too-few-samples'],
      { failed: 60, requests: 300, share: 0.2 },
    ],
    [
      'cut off after too few had failed to matter',
      run({ rate: 10, cutOff: 35, failed: 5 }),
      ['cancelled'],
      { completed: 560, cutOff: 35 },
    ],
    [
      'cut off before any was answered',
      run({ rate: 10, cutOff: 590, failed: 10 }),
      ['nothing-measured', 'cancelled'],
      { completed: 0, failed: 10 },
    ],
    [
      'cut off, though none was in flight',
      { ...run({ rate: 10 }), status: 'cancelled' },
      ['cancelled'],
      { completed: 600, cutOff: 0 },
    ],
  ])('cancelled, and what is left counts: %s', (_, subject, codes, evidence) => {
    const { reasons } = judged(subject)
    expect(reasons.map(({ code }) => code)).toEqual(codes)
    expect(reasons[0]?.evidence).toEqual(evidence)
  })

  test('that it was behind, though it was cancelled', () => {
    const subject = run({ rate: 20, served: 10, cutOff: 100 })
    expect(reasonsOf(subject)).toEqual(expect.arrayContaining(['saturated', 'cancelled']))
    expect(reasonsOf(subject)).not.toContain('errors')
  })

  test('never that 0 requests failed', () => {
    for (const status of ['completed', 'cancelled', 'failed'] as const) {
      const { reasons } = judged({ ...run({ rate: 10, failed: 0 }), status })
      const written = reasons.map((reason) => inEnglish(reasonText(reason))).join(' ')
      expect(written).not.toMatch(/\b0 of|\b0 requests/)
    }
  })

  test('everything that does, the worst first', () => {
    const subject = run({ rate: 40, served: 10, requests: 300, failed: 30 })
    expect(reasonsOf(subject).slice(0, 2)).toEqual(['errors', 'saturated'])
    expect(reasonsOf(subject)).toContain('too-few-samples')
  })

  test.each<[string, Subject, RegExp]>([
    ['rejections', run({ rate: 20, rejected: 150 }), /150 of 600 requests were rejected/],
    ['growth', run({ rate: 10.4, served: 10, requests: 4000 }), /latency/i],
  ])('each cause once: %s of a run that is behind', (_, subject, sentence) => {
    const { reasons, loadState } = judged(subject)
    const codes = reasons.map(({ code }) => code)
    expect(codes).toContain('saturated')
    expect(codes).not.toContain('rejected')
    expect(codes).not.toContain('not-steady')
    const texts = reasons.map((reason) => inEnglish(reasonText(reason)))
    expect(texts.filter((text) => sentence.test(text))).toHaveLength(1)
    expect(loadState).toBe(subject.summary.rejected ? 'steady' : 'not-steady')
  })

  test('no late reads of a percentile that has too few samples', () => {
    const client = { firstTokenLagMeanUs: 8000, firstTokenLagP99Us: 8000 }
    const shown = (requests: number) =>
      judged(run({ rate: 10, requests, client, config: { metricPercentiles: [99] } }))
        .reasons.filter(({ code }) => code === 'late-reads')
        .map(({ evidence }) => evidence)
    expect(shown(600)).toMatchObject([{ percentile: 99 }])
    expect(shown(200)).toEqual([])
  })

  test('no state where the load changes by design, or none is requested', () => {
    const ramp = { rampUpStrategy: 'linear', rampUpStartRps: 1, rampUpEndRps: 20 }
    const ramping = reasonsOf(run({ clients: 8, slowing: 1, config: ramp }))
    for (const reason of ['not-steady', 'imprecise']) expect(ramping).not.toContain(reason)
    const recorded = { datasetName: 'timed_trace', datasetPath: 'trace.jsonl' }
    expect(reasonsOf(run({ clients: 8, slowing: 1, config: recorded }))).not.toContain('not-steady')
    const unasked = run({ clients: 8, slowing: 1, config: { steadyState: false } })
    expect(reasonsOf(unasked)).not.toContain('not-steady')
  })
})

test('runs with few requests are seldom said to be saturated or unsteady', () => {
  const codes = [20, 50, 100, 150, 250].flatMap((requests) =>
    [2, 5, 10, 20].map((rate) => judged(run({ rate, requests, served: 40 })).isSaturated),
  )
  expect(new Set(codes)).toEqual(new Set([false]))
})

test('a run of few requests is behind only by more than chance makes it', () => {
  const isBehind = (requests: number, share = 0.1, loadError = 0) => {
    const { config, summary } = run({ rate: 1, requests, served: 40 })
    const { certainty } = summary
    const pace = certainty?.pace ?? null
    if (certainty === null || pace === null) throw new Error('There is no pace.')
    const lastResponseS = pace.lastResponseS + share * pace.scheduleS
    const { share: load = 0, waitingShare = 0 } = pace.loadToCapacity ?? {}
    const loadToCapacity = { share: load, waitingShare, loadError }
    const late = { ...certainty, pace: { ...pace, lastResponseS, loadToCapacity } }
    return judged({ config, summary: { ...summary, certainty: late } }).isSaturated
  }
  expect([25, 100].map((requests) => isBehind(requests))).toEqual([false, true])
  expect([15, 16].map((requests) => isBehind(requests, 0.9))).toEqual([false, true])
  // Uneven work makes as much by chance, of fewer than 200 requests.
  expect([0.02, 0.1].map((error) => isBehind(100, 0.1, error))).toEqual([true, false])
  expect(isBehind(250, 0.1, 0.1)).toBe(true)
  const few = run({ rate: 10, requests: 8 })
  const late = { ...few.summary, durationS: 2 * few.summary.durationS }
  expect(judged({ ...few, summary: late }).pace).toBe('not-known')
})

test('a mean whose interval says nothing is imprecise, with the requests that would give one', () => {
  const { config, summary } = run({ rate: 4, requests: 400 })
  const { certainty } = summary
  if (certainty === null) throw new Error('There is no certainty.')
  const figures = certainty.figures.map((figure) =>
    figure.metric === 'ttft' && figure.percentile === null
      ? { ...figure, intervalMs: { low: 0, high: 25 * summary.metrics.ttft.mean } }
      : figure,
  )
  const { reasons } = judged({
    config,
    summary: { ...summary, certainty: { ...certainty, figures } },
  })
  const found = reasons.find(({ code }) => code === 'imprecise')
  expect(found && inEnglish(reasonText(found))).toBe(
    'The mean TTFT is known only to a factor above 5. About 1600 requests would give it an interval.',
  )
})
