// A gate's figures, bounds and verdicts; how often it is wrong: bench/gate-truth.ts.
import { describe, expect, test } from 'vitest'
import { studentReach } from '#core/stats/certainty/distributions.ts'
import { figureName } from '#core/compare/headline.ts'
import { isOver, verdictOf } from './gate-result.ts'
import {
  canBeDecided,
  decisionOf,
  type GateMetric,
  judgeFigures,
  parseFigure,
  parseTolerance,
} from './judge-gate.ts'
import { jobsOf } from '#core/compare/starts.ts'
import { lossOf, type GateSamples } from './loss.ts'

const ttft: GateMetric = { name: 'ttft', percentile: 99, tolerance: 0.05 }
const throughput: GateMetric = { name: 'outputThroughput', percentile: null, tolerance: 0.03 }
const errors: GateMetric = { name: 'failedShare', percentile: null, tolerance: 0.01 }

function samples(baseline: number[], candidate: number[], paired = true): GateSamples {
  const of = (values: number[]) => values.map((value) => ({ value, counts: null }))
  return { baseline: of(baseline), candidate: of(candidate), paired }
}

function failures(baseline: readonly number[], candidate: readonly number[]): GateSamples {
  const of = (counts: readonly number[]) =>
    counts.map((failed) => ({ value: failed / 400, counts: { failed, all: 400 } }))
  return { baseline: of(baseline), candidate: of(candidate), paired: true }
}

/** Starts of the server that do not differ. */
const alone = (error: number) => ({ error, startSpread: 0 })

test.each([
  ['p99 ttft', 'p99 TTFT'],
  ['P99.9 E2EL', 'p99.9 E2EL'],
  ['mean tpot', 'mean TPOT'],
  ['median-itl', 'p50 ITL'],
  ['output throughput', 'output throughput'],
  ['output_throughput', 'output throughput'],
  ['request-goodput', 'goodput'],
  ['p99 ttfo', 'p99 TTFO'],
  ['mean answer_tpot', 'mean Answer TPOT'],
  ['p50-reasoning-time', 'p50 Reasoning Time'],
  ['reasoning share', 'reasoning share'],
  ['cached-share', 'cached share'],
  ['errors', 'failed requests'],
])('"%s" is %s', (text, name) => {
  const figure = parseFigure(text)
  expect(figure && figureName(figure)).toBe(name)
})

test.each(['ttft', 'p101 ttft', 'mean', 'best ttft', 'throughput', ''])(
  '"%s" is not a figure',
  (text) => {
    expect(parseFigure(text)).toBeNull()
  },
)

test.each([
  ['5 %', 0.05],
  [0.05, 0.05],
  ['0 %', null],
  ['100 %', null],
  [-1, null],
  ['5 ms', null],
])('a tolerance of %s is %s', (written, share) => {
  expect(parseTolerance(written)).toBe(share)
})

describe('a loss', () => {
  test('of pairs is the geometric mean of their ratios, within Student’s t of their differences', () => {
    const loss = lossOf(ttft, samples([100, 110, 90], [110, 121, 99.9]), alone(0.05))
    const logs = [Math.log(1.1), Math.log(1.1), Math.log(1.11)]
    const mean = logs.reduce((sum, log) => sum + log) / 3
    const error = Math.sqrt(logs.reduce((sum, log) => sum + (log - mean) ** 2, 0) / 2 / 3)
    expect(loss?.value).toBeCloseTo(Math.exp(mean) - 1, 12)
    expect(loss?.bounds?.high).toBeCloseTo(Math.exp(mean + studentReach(0.9, 2) * error) - 1, 12)
  })

  test('of throughput is what is missing, as a share of the baseline', () => {
    const loss = lossOf(throughput, samples([1000, 1000, 1001], [950, 950, 951]), alone(0.05))
    expect(loss?.value).toBeCloseTo(0.05, 4)
    expect(loss?.bounds?.low).toBeLessThan(0.05)
    expect(loss?.bounds?.high).toBeGreaterThan(0.05)
  })

  test('against stored runs has the spread of both sides', () => {
    const [few, more] = [
      [100, 104],
      [100, 104, 100, 104, 100, 104],
    ].map((baseline) => lossOf(ttft, samples(baseline, [101, 103, 102], false), alone(0.01)))
    const width = (loss: typeof few) => (loss?.bounds ? loss.bounds.high - loss.bounds.low : NaN)
    expect(width(more)).toBeLessThan(width(few))
  })

  test('has no bounds before there is a spread, and no value where a side has none', () => {
    expect(lossOf(ttft, samples([100], [101]), alone(0.01))?.bounds).toBeNull()
    expect(lossOf(ttft, samples([], [101]), alone(0.01))).toBeNull()
    expect(lossOf(throughput, samples([0], [10]), alone(0.01))).toBeNull()
  })

  test('of failed requests goes by counts, and has a width without a failure', () => {
    const none = lossOf(errors, failures([0, 0, 0], [0, 0, 0]), alone(0.001))
    expect(none?.value).toBe(0)
    expect(none?.bounds?.high).toBeGreaterThan(0.005)
    expect(
      lossOf(errors, failures([0, 0, 0], [40, 40, 40]), alone(0.001))?.bounds?.low,
    ).toBeGreaterThan(0.05)
  })
})

describe('a verdict', () => {
  const rules = { mostRepeats: 10, errorRate: 0.01, startSpread: 0 }
  const judged = (figure: GateMetric, both: GateSamples) =>
    judgeFigures({ figures: [figure], samples: new Map([[key(figure), both]]), rules })
  const key = ({ name, percentile }: GateMetric) => `${name}/${percentile ?? 'mean'}`
  const flat = (value: number) => [value, value * 1.001, value * 0.999, value, value * 1.001]

  test.each([
    { candidate: flat(115).reverse(), decision: 'worse' },
    { candidate: flat(101).reverse(), decision: 'pass' },
    { candidate: flat(80).reverse(), decision: 'pass' },
    { candidate: flat(105).reverse(), decision: 'undecided' },
  ])('of $candidate against 100 is $decision', ({ candidate, decision }) => {
    expect(decisionOf(judged(ttft, samples(flat(100), candidate)))).toBe(decision)
  })

  test('is not given before the third repeat, however clear it seems', () => {
    const two = samples([100, 100.1], [200, 200.3])
    expect(judged(ttft, two)[0]?.state).toBe('undecided')
  })

  test('needs every figure to pass, and one to fail', () => {
    const figures = [ttft, throughput]
    const both = (tokens: number[]) =>
      new Map([
        [key(ttft), samples(flat(100), flat(100).reverse())],
        [key(throughput), samples(flat(1000), tokens)],
      ])
    const decide = (tokens: number[]) =>
      decisionOf(judgeFigures({ figures, samples: both(tokens), rules }))
    expect(decide(flat(1000).reverse())).toBe('pass')
    expect(decide(flat(900).reverse())).toBe('worse')
    expect(decide(flat(970).reverse())).toBe('undecided')
  })

  test('wants more of more looks and of more figures', () => {
    const spread = samples([100, 101, 99, 100], [103, 102, 104, 102.5])
    const width = (figures: readonly GateMetric[], mostRepeats: number) => {
      const [first] = judgeFigures({
        figures,
        samples: new Map([[key(ttft), spread]]),
        rules: { errorRate: 0.01, startSpread: 0, mostRepeats },
      })
      return first?.loss?.bounds ? first.loss.bounds.high - first.loss.bounds.low : NaN
    }
    expect(width([ttft], 20)).toBeGreaterThan(width([ttft], 4))
    expect(width([ttft, throughput], 4)).toBeGreaterThan(width([ttft], 4))
  })

  test.each([
    { repeats: 0, lost: 2, over: false, verdict: 'not-valid' },
    { repeats: 0, lost: 3, over: true, verdict: 'not-valid' },
    { repeats: 4, lost: 2, over: false, verdict: 'undecided' },
    { repeats: 4, lost: 3, over: true, verdict: 'not-valid' },
    { repeats: 10, lost: 0, over: true, verdict: 'undecided' },
  ])(
    'while undecided, with $repeats used and $lost refused, is $verdict',
    ({ over, verdict, ...progress }) => {
      const figures = judged(ttft, samples(flat(100), flat(105).reverse()))
      expect(isOver(figures, progress, rules)).toBe(over)
      expect(verdictOf(figures, progress)).toBe(verdict)
    },
  )

  test('that is clear stands, whatever was refused', () => {
    const figures = judged(ttft, samples(flat(100), flat(130).reverse()))
    expect(verdictOf(figures, { repeats: 5, lost: 3 })).toBe('worse')
  })
})

describe('starts of a server', () => {
  const flat = (value: number) => [value, value * 1.001, value * 0.999, value]
  const ofJobs = (jobs: readonly (readonly number[])[]) =>
    jobs.flatMap((values, job) => values.map((value) => ({ value, counts: null, job })))

  test('of one each cannot show 2 %, however alike their repeats are', () => {
    const rules = { mostRepeats: 10, errorRate: 0.01, startSpread: 0.03 }
    const figure = { ...ttft, tolerance: 0.02 }
    const both = new Map([['ttft/99', samples(flat(100), flat(101))]])
    const figures = judgeFigures({ figures: [figure], samples: both, rules })
    expect(figures.map(({ state }) => state)).toEqual(['undecided'])
    expect(figures.map(canBeDecided)).toEqual([false])
    expect(isOver(figures, { repeats: 4, lost: 0 }, rules)).toBe(true)
    const sure = judgeFigures({
      figures: [figure],
      samples: both,
      rules: { ...rules, startSpread: 0 },
    })
    expect(sure.map(({ state }) => state)).toEqual(['within'])
  })

  test('show how far they differ, if each pair is measured on starts of its own', () => {
    const rules = { mostRepeats: 10, errorRate: 0.01, startSpread: 0.03 }
    const [plain] = [samples(flat(100), flat(100.2))]
    const anew = (side: GateSamples['baseline']) => side.map((one, job) => ({ ...one, job }))
    const both = { ...plain, baseline: anew(plain.baseline), candidate: anew(plain.candidate) }
    const look = (pairs: GateSamples) =>
      judgeFigures({
        figures: [{ ...ttft, tolerance: 0.02 }],
        samples: new Map([['ttft/99', pairs]]),
        rules,
      })
    expect(look(both).map(({ state, loss }) => [state, loss?.isSpreadAssumed])).toEqual([
      ['within', false],
    ])
    expect(look({ ...both, baseline: plain.baseline }).map(({ state }) => state)).toEqual([
      'undecided',
    ])
  })

  test('are the unit, not the repeats within them', () => {
    const jobs = [flat(100), flat(104), flat(97), flat(102)]
    const [byJob, byRun] = [
      ofJobs(jobs),
      jobs.flat().map((value) => ({ value, counts: null })),
    ].map((baseline) =>
      lossOf(
        ttft,
        { baseline, candidate: ofJobs([flat(101)]), paired: false },
        { error: 0.01, startSpread: 0.03 },
      ),
    )
    const width = (loss: typeof byJob) => (loss?.bounds ? loss.bounds.high - loss.bounds.low : NaN)
    expect(width(byJob)).toBeGreaterThan(1.5 * width(byRun))
    expect(byJob?.isSpreadAssumed).toBe(false)
  })

  test('begin anew after a long pause between runs', () => {
    const run = (minute: number, baseUrl = 'http://a') => ({
      summary: { durationS: 60 },
      createdAtEpochMs: minute * 60_000,
      startedAtEpochMs: minute * 60_000,
      baseUrl,
      launch: null,
    })
    expect(jobsOf([run(0), run(2), run(4), run(60), run(62), run(63, 'http://b')])).toEqual([
      0, 0, 0, 1, 1, 2,
    ])
    expect(jobsOf([{ summary: { durationS: 1 } }, { summary: { durationS: 1 } }])).toEqual([0, 1])
  })
})
