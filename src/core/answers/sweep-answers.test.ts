import { describe, expect, test } from 'vitest'
import { inEnglish, textIn } from '#core/messages/message.ts'
import type { Run } from '../model/run/run.ts'
import type { CapacityAnswer, CurveAnswer } from '#core/model/sweep-search.ts'
import { searchEndings } from '#core/model/sweep-search.ts'
import { sweepPlanSchema, type Sweep } from '#core/model/sweep.ts'
import { generatedRun } from '../stats/fixtures/generated-run.ts'
import { sweepPoints } from '../sweep/sweep-points.ts'
import { answerDetails, answerLines, bestAnswer, sweepAnswers } from './sweep-answers.ts'
import { searchAdvice } from './capacity-answer.ts'

const limit = { name: 'ttft', percentile: 50, bound: 500 } as const

type Loads = Readonly<{ rates?: readonly number[]; clients?: readonly number[]; served?: number }>

/** Loads on a server that manages `served` requests per second. */
function swept({ rates, clients, served = 12 }: Loads, changes: object = {}) {
  const plan = sweepPlanSchema.parse({
    ...{ name: 'sweep', config: {}, secondsPerPoint: null },
    requestRates: rates ?? ['inf'],
    maxConcurrencies: clients ?? [null],
    ...changes,
  })
  const runs: Run[] = []
  const points = sweepPoints(plan).map((point) => {
    const { requestRate, maxConcurrency } = point
    const held = maxConcurrency === null ? {} : { limit: maxConcurrency }
    const load =
      requestRate === 'inf' ? { clients: maxConcurrency ?? 8 } : { rate: requestRate, ...held }
    const measured = generatedRun({ ...load, served, requests: 200, seed: 5 })
    const config = { ...measured.config, requestRate, maxConcurrency }
    runs.push({ ...exampleOf(point.index), config, summary: measured.summary })
    return { ...point, status: 'completed' as const, runId: `run-${point.index}` }
  })
  const servers = [{ id: 'server-1', name: 'gpu-03' }]
  const sweep: Sweep = {
    ...{ id: 'sweep-1', plan, servers, status: 'completed', points, answers: [] },
    createdAtEpochMs: 0,
  }
  return { sweep, runs }
}

function exampleOf(index: number): Omit<Run, 'config' | 'summary'> {
  return {
    ...{ id: `run-${index}`, name: 'run', tags: [], notes: '', status: 'completed', baseUrl: null },
    ...{ serverName: null, facts: null, launch: null, sweepId: 'sweep-1', pointIndex: index },
    ...{ createdAtEpochMs: 0, startedAtEpochMs: 0, startedAtMonotonicS: 0, plannedRequests: 200 },
    ...{ failure: null, clientVersion: '1', imported: null },
  }
}

function only({ sweep, runs }: ReturnType<typeof swept>) {
  const [answer] = sweepAnswers(sweep, runs)
  if (answer === undefined) throw new Error('It has an answer.')
  return answer
}

describe('listed loads', () => {
  test('that jump over the knee name the loads, what was measured below it, and a search between', () => {
    const answer = only(swept({ rates: [4, 8, 30] }))
    expect(inEnglish(answer.line)).toMatch(
      /^Knee between 8 and 30 req\/s · at 8 req\/s: [\d.]+ tok\/s · p99 TTFT \d+ ms$/,
    )
    expect(answer.remedy).toMatchObject({
      kind: 'between',
      plan: { search: { kind: 'capacity', from: 8, upTo: 30 }, limits: [] },
    })
    expect(answer.at).toMatchObject({ requestRate: 8 })
    expect(inEnglish(answer.confidence?.text ?? '')).toMatch(/^(Valid|Caution)/)
  })

  test('of concurrency state the request rate too', () => {
    const answer = only(swept({ clients: [1, 4, 8, 32], served: 8 }))
    expect(inEnglish(answer.line)).toMatch(/^Knee \d+ in flight \(\d+–\d+\) · [\d.]+ req\/s · /)
    expect(answer.remedy).toBeNull()
    expect(answer.advice).toBeNull()
  })

  test('that all keep up ask for heavier ones', () => {
    const answer = only(swept({ rates: [2, 4] }))
    expect(inEnglish(answer.line)).toBe('No knee up to 4 req/s: the server still kept up')
    expect(inEnglish(answer.advice ?? '')).toBe('Measure heavier loads.')
    expect(answer.remedy).toMatchObject({
      kind: 'further',
      plan: { search: { from: 4, upTo: 64 } },
    })
  })

  test('that all are too heavy ask for lighter ones', () => {
    const answer = only(swept({ rates: [32, 64] }))
    expect(inEnglish(answer.line)).toBe('Knee at or below 32 req/s, the lightest load measured')
    expect(answer.remedy).toMatchObject({
      kind: 'lighter',
      plan: { search: { from: 2, upTo: 32 } },
    })
  })

  test('have no answer while they are measured, nor has a single load', () => {
    const { sweep, runs } = swept({ rates: [2, 4] })
    expect(sweepAnswers({ ...sweep, status: 'running' }, runs)).toEqual([])
    const single = swept({ rates: [2] })
    expect(sweepAnswers(single.sweep, single.runs)).toEqual([])
  })

  test('without a run say so', () => {
    const answer = only({ ...swept({ rates: [2, 4] }), runs: [] })
    expect(inEnglish(answer.line)).toBe('No knee: nothing was measured')
    expect(answer.confidence).toBeNull()
  })
})

/** Requests of heavier loads than `from` wait in the client nine times as long as they take. */
function withWaits({ sweep, runs }: ReturnType<typeof swept>, from: number) {
  const waiting = runs.map((run) => {
    const { summary, config } = run
    if (summary === null || Number(config.requestRate) <= from) return run
    const { e2el } = summary.metrics
    const wait = { ...e2el, mean: 9 * e2el.mean, median: 9 * e2el.median }
    const due = { ...e2el, mean: 10 * e2el.mean }
    const metrics = {
      ...{ ...summary.metrics, client_queue_time: wait, e2el_including_client_queue: due },
    }
    return { ...run, summary: { ...summary, metrics } }
  })
  return { sweep, runs: waiting }
}

test('limits count the wait of requests in the client, of which users wait, too', () => {
  const loads = { rates: [2, 4, 8, 30], clients: [64] }
  const limits = [{ ...limit, bound: 5000 }]
  const judged = only(swept(loads, { limits }))
  expect(inEnglish(judged.line)).toMatch(/ at 8 req\/s: /)
  const waited = only(withWaits(swept(loads, { limits }), 2))
  expect(inEnglish(waited.line)).toMatch(/^Capacity between 2 and 4 req\/s .* at 2 req\/s: /)
})

test('a knee under a limit on requests in flight is that of latency from the due time', () => {
  const loads = { rates: [2, 4, 8, 30], clients: [64] }
  const [plain, waited] = [swept(loads), withWaits(swept(loads), 2)].map((one) => only(one))
  expect(plain?.at).toMatchObject({ requestRate: 8 })
  expect(waited && inEnglish(waited.line)).not.toBe(plain && inEnglish(plain.line))
})

describe('a limit on requests in flight that binds', () => {
  const advice = 'Raise --max-concurrency: the server may do more than this limit lets through.'
  const bound = { clients: [4], served: 40 }

  test('at every load asks to raise it', () => {
    const answer = only(swept({ ...bound, rates: [10, 20] }))
    expect(inEnglish(answer.line)).toBe(
      'No knee: at every load, requests wait for the concurrency limit',
    )
    expect(inEnglish(answer.advice ?? '')).toBe(advice)
    expect(answer.remedy).toBeNull()
  })

  test('at every load under limits, too', () => {
    const answer = only(swept({ ...bound, rates: [10, 20] }, { limits: [limit] }))
    expect(inEnglish(answer.line)).toMatch(/^No capacity: even 10 req\/s.*requests wait for/)
    expect(inEnglish(answer.advice ?? '')).toBe(advice)
    expect(answer.remedy).toBeNull()
  })

  test('above the loads that hold, too', () => {
    for (const limits of [[], [limit]]) {
      const answer = only(swept({ ...bound, rates: [1, 20] }, { limits }))
      expect(inEnglish(answer.advice ?? '')).toBe(advice)
    }
  })
})

describe('listed loads under limits', () => {
  test('are answered by the loads that the capacity is between, with the knee as a note', () => {
    const answer = only(swept({ rates: [4, 8, 30] }, { limits: [limit] }))
    expect(inEnglish(answer.line)).toMatch(
      /^Capacity between 8 and 30 req\/s within p50 TTFT ≤ 500 ms · at 8 req\/s: /,
    )
    expect(answerDetails(answer).map(inEnglish).at(-1)).toMatch(/^Knee between 8 and 30 req\/s\.$/)
    expect(answer.remedy).toMatchObject({
      kind: 'between',
      plan: { search: { kind: 'capacity', from: 8, upTo: 30 }, limits: [limit] },
    })
  })

  test('that all hold give a bound', () => {
    const answer = only(swept({ rates: [4, 8] }, { limits: [limit] }))
    expect(inEnglish(answer.line)).toMatch(
      /^Capacity at least 8 req\/s within p50 TTFT ≤ 500 ms · /,
    )
    expect(answer.remedy).toMatchObject({ kind: 'further', plan: { search: { from: 8 } } })
  })

  test('of which one hides waits for the KV cache name the load below it', () => {
    const { sweep, runs } = swept({ rates: [4, 8] }, { limits: [limit] })
    const figure = { metric: 'ttft' as const, percentile: 50, fewestValues: 1000 }
    const hiding = runs.map((run, index) => {
      const certainty = run.summary?.certainty
      if (index === 0 || !run.summary || !certainty) return run
      const figures = [{ ...figure, intervalMs: null, isHiddenByCache: true }]
      return { ...run, summary: { ...run.summary, certainty: { ...certainty, figures } } }
    })
    const answer = only({ sweep, runs: hiding })
    expect(inEnglish(answer.line)).toMatch(/^Capacity at least 4 req\/s /)
    expect(answerDetails(answer).map(inEnglish)).toContain(
      'Undecided at 8 req/s: a longer run may wait for the KV cache. Longer runs decide.',
    )
  })

  test.each<[number[], number[], RegExp, number | null]>([
    [[4, 8, 30], [1], /^Capacity between 4 and 30 req\/s .* · at 4 req\/s: /, 4],
    [[4, 8, 30], [0], /^Capacity between 8 and 30 req\/s /, 8],
    [[4, 8], [1], /^Capacity at least 4 req\/s /, 4],
    [[4, 8, 30], [0, 1], /^No load measured is surely within p50 TTFT ≤ 500 ms$/, null],
    [[4, 8], [0, 1], /^No load measured is surely within p50 TTFT ≤ 500 ms$/, null],
  ])('%j of which %j are undecided name the highest that surely holds', (...given) => {
    const [rates, crossed, line, at] = given
    const { sweep, runs } = swept({ rates }, { limits: [limit] })
    const figure = { metric: 'ttft' as const, percentile: 50, fewestValues: 2 }
    const uncertain = runs.map((run, index) => {
      const certainty = run.summary?.certainty
      if (!crossed.includes(index) || !run.summary || !certainty) return run
      const figures = [{ ...figure, intervalMs: { low: 1, high: 1e6 } }]
      return { ...run, summary: { ...run.summary, certainty: { ...certainty, figures } } }
    })
    const answer = only({ sweep, runs: uncertain })
    expect(inEnglish(answer.line)).toMatch(line)
    expect(answer.at?.requestRate ?? null).toBe(at)
    const isNoted = answerDetails(answer).map(inEnglish).join(' ').includes('Undecided at')
    expect(isNoted).toBe(crossed.at(-1) !== 0)
  })

  test('that none holds give none', () => {
    const answer = only(swept({ rates: [4, 8] }, { limits: [{ ...limit, bound: 1 }] }))
    expect(inEnglish(answer.line)).toBe(
      'No capacity within p50 TTFT ≤ 1 ms down to 4 req/s, the lightest load measured',
    )
    expect(answer.at).toBeNull()
  })
})

const capacity: CapacityAnswer = {
  ...{ kind: 'capacity', highestHeld: 8, firstBroken: { load: 10, limit: 0 }, estimate: 9 },
  ...{ interval: { low: 7.914, high: 9.216 }, runs: 14, ending: 'precise' },
}
const curve: CurveAnswer = {
  ...{ kind: 'curve', knee: null, interval: null, rule: 'power', secondOpinion: null },
  ...{ runs: 12, ending: 'budget-used-up' },
}

function searched(answer: CapacityAnswer | CurveAnswer, limits: object[] = [limit]) {
  const { sweep, runs } = swept({ rates: [4, 8, 10, 30] })
  const search = { kind: answer.kind, over: 'requestRate', from: 1, upTo: 64, mostRuns: 14 }
  const plan = sweepPlanSchema.parse({ ...sweep.plan, search, limits })
  return only({
    sweep: { ...sweep, plan, answers: [{ server: 0, settings: [], answer }] },
    runs,
  })
}

describe('a search', () => {
  const within = 'within p50 TTFT ≤ 500 ms'
  test.each<[string, CapacityAnswer]>([
    [`Capacity 8 req/s (7.91–9.22) ${within}`, capacity],
    [`Capacity 8 req/s ${within}`, { ...capacity, interval: null, ending: 'noisy' }],
    [
      `No load measured is surely ${within}; 8 req/s probably is`,
      { ...capacity, interval: null, ending: 'noisy', isUnsure: true },
    ],
    [
      `Capacity at least 8 req/s ${within}`,
      { ...capacity, firstBroken: null, interval: null, ending: 'not-saturated' },
    ],
    [
      'No capacity: even 1 req/s does not hold (p50 TTFT 612 ms (580–640))',
      {
        ...{ ...capacity, highestHeld: null, interval: null, ending: 'never-held' },
        firstBroken: {
          ...{ load: 1, limit: 0 },
          figure: { value: 612, interval: { low: 580, high: 640 } },
        },
      },
    ],
    [
      'No capacity: the runs at 8 req/s are not usable (errors, cache-polluted)',
      {
        ...{ ...capacity, highestHeld: null, interval: null, ending: 'not-usable' },
        unusable: { load: 8, reasons: ['errors', 'cache-polluted'], held: true },
      },
    ],
    [
      'No capacity: nothing was measured',
      {
        ...{ ...capacity, highestHeld: null, firstBroken: null, interval: null },
        ...{ ending: 'ended', runs: 0 },
      },
    ],
    [
      'No capacity: no run gave usable figures',
      {
        ...{ ...capacity, highestHeld: null, firstBroken: null, interval: null },
        ending: 'client-limited',
      },
    ],
  ])('for capacity prints %s', (text, answer) => {
    const found = searched(answer)
    expect(inEnglish(found.line).split(' · ')[0]).toBe(text)
    expect(textIn('zh', found.line)).not.toMatch(/apacity|within/)
    expect(found.confidence?.tone).toBe(answer.ending === 'precise' ? 'good' : 'warn')
    expect(found.advice === null).toBe(answer.ending === 'precise')
  })

  test('without limits is answered by the pace of the server', () => {
    expect(inEnglish(searched(capacity, []).line)).toMatch(
      /^Capacity 8 req\/s \(7.91–9.22\) that the server keeps up with · [\d.]+ tok\/s/,
    )
  })

  test('notes what fails first, and by which figure', () => {
    const figure = (value: number) => ({ value, interval: { low: 0.9 * value, high: 1.2 * value } })
    const notes = (firstBroken: CapacityAnswer['firstBroken']) =>
      searched({ ...capacity, firstBroken }).notes.map(inEnglish)
    expect(notes({ load: 10, limit: 0, figure: figure(1200) })).toEqual([
      'First fails at 10 req/s: p50 TTFT 1.20 s (1.08–1.44).',
    ])
    expect(notes({ load: 10, limit: 0, figure: figure(510) })).toEqual([
      'Fails, but not surely, from 10 req/s on: p50 TTFT 510 ms (459–612).',
    ])
    expect(notes({ load: 10, limit: null, unasked: 'pace', figure: figure(0.12) })).toEqual([
      'First fails at 10 req/s: the server does not keep up 12.0 % (10.8–14.4).',
    ])
    expect(notes({ load: 10, limit: null, unasked: 'answers' })).toEqual([
      'First fails at 10 req/s: failed or refused requests.',
    ])
    expect(notes({ load: 10, limit: null, unasked: 'full', figure: figure(0.05) })).toEqual([
      'First fails at 10 req/s: requests that the server refused as full 5.00 % (4.50–6.00).',
    ])
  })

  test('of the curve prints the knee it found; one of an earlier version is judged again', () => {
    const at = (requestRate: number) => ({
      ...{ position: 0, load: { requestRate, maxConcurrency: null } },
    })
    const found = { kind: 'at', at: at(8), low: at(4), high: at(10) } as const
    expect(inEnglish(searched({ ...curve, found }).line)).toMatch(/^Knee 8 req\/s \(4–10\)/)
    expect(inEnglish(searched(curve).line)).toMatch(/^Knee /)
    expect(searched({ ...curve, secondOpinion: 10 }).notes.map(inEnglish)).toEqual([
      'By distance from the line between the ends of the curve: 10 req/s.',
    ])
  })

  test('that can go on has a plan that does', () => {
    const planOf = (changes: Partial<CapacityAnswer>) =>
      searched({ ...capacity, ...changes }).remedy?.plan.search
    expect(planOf({ ending: 'not-saturated' })).toMatchObject({ from: 8, upTo: 1024 })
    expect(planOf({ ending: 'never-held' })).toMatchObject({ from: 1 / 16, upTo: 1 })
    expect(planOf({ ending: 'budget-used-up' })).toMatchObject({
      ...{ from: 7.914, upTo: 9.216, mostRuns: 28 },
    })
    expect(searched({ ...capacity, ending: 'noisy' }).remedy?.kind).toBe('longer')
    expect(searched(capacity).remedy).toBeNull()
  })

  test('ends with advice unless it is as precise as asked', () => {
    const unadvised = searchEndings.filter(
      (ending) => searchAdvice({ ...capacity, ending }) === null,
    )
    expect(unadvised).toEqual(['precise'])
  })

  test.each([
    [23, 'Allow about 23 runs more at loads near the answer'],
    [611, 'Ask for less precision'],
  ])('advises %i runs more only if a search of 14 may go on for so long', (moreRuns, advice) => {
    const ending = 'budget-used-up'
    const given = searchAdvice({ ...capacity, ending, moreRuns })
    expect(given && inEnglish(given)).toContain(advice)
  })
})

test('of several configurations the one that gives most comes first, and is measured alone', () => {
  const axes = [{ name: 'seqs', settings: [8, 16].map((value) => ({ server: { seqs: value } })) }]
  const { sweep, runs } = swept({ rates: [4, 30] }, { axes })
  const answers = sweepAnswers(sweep, runs)
  expect(answers.map(({ name }) => name)).toEqual(['seqs 8', 'seqs 16'])
  expect(answers[1]?.remedy?.plan.axes[0]?.settings).toEqual([
    { benchmark: {}, server: { seqs: 16 } },
  ])
  const [first, second] = answers
  if (first === undefined || second === undefined) throw new Error('There are two.')
  expect(
    bestAnswer([
      { ...first, throughput: 1 },
      { ...second, throughput: 2 },
    ])?.name,
  ).toBe('seqs 16')
  expect(inEnglish(answerLines(answers)[0] ?? '')).toMatch(/^Best of 2: seqs 8: /)
})
