// How often a search for capacity is right: whether its interval holds the load at which a long run meets the limit, and
// how far the load it names lies above that.
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import { sweepPlanSchema, type SweepPlan } from '#core/model/sweep.ts'
import { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import { nextStep } from '#core/sweep/search/next-step.ts'
import type { MeasuredTry } from '#core/sweep/search/search-step.ts'
import { pointConfig } from '#core/sweep/sweep-points.ts'
import { engineOf, type Engine } from './engines.ts'
import {
  capacityOf,
  longRun,
  statisticName,
  summaryOn,
  trueCapacity,
  trueFigure,
  type Statistic,
} from './known-truth.ts'
import { type Asked, median, shareText } from './score.ts'

type Question = Readonly<{ engine: string; statistic: Statistic; at: number; seconds: number }>

/** `at`: the share of the capacity at which the limit is met, so that it lies where a user would set it. */
export const questions: readonly Question[] = [
  { engine: 'batching', statistic: { metric: 'ttft', percentile: 99 }, at: 0.85, seconds: 20 },
  { engine: 'batching', statistic: { metric: 'tpot', percentile: null }, at: 0.8, seconds: 20 },
  { engine: 'batching', statistic: { metric: 'ttft', percentile: 95 }, at: 0.95, seconds: 20 },
  { engine: 'G/G/8', statistic: { metric: 'ttft', percentile: 95 }, at: 0.85, seconds: 20 },
  { engine: 'G/G/1', statistic: { metric: 'ttft', percentile: 90 }, at: 0.7, seconds: 20 },
  { engine: 'KV-limited', statistic: { metric: 'ttft', percentile: 99 }, at: 0.8, seconds: 20 },
  {
    engine: 'two populations',
    statistic: { metric: 'ttft', percentile: 90 },
    at: 0.8,
    seconds: 20,
  },
  { engine: 'wide batches', statistic: { metric: 'tpot', percentile: null }, at: 0.8, seconds: 60 },
  { engine: 'wide batches', statistic: { metric: 'ttft', percentile: 95 }, at: 0.8, seconds: 60 },
]

/** Limits that first break when requests wait for the KV cache. */
const cacheQuestions: readonly Question[] = (
  [
    ['KV-limited', 95, 0.75],
    ['KV-limited', 99, 0.7],
    ['cache of 40', 95, 0.85],
    ['cache of 40', 99, 0.8],
    ['cache of 140', 95, 0.93],
    ['cache of 140', 99, 0.93],
    ['cache of 19 long prompts', 95, 0.8],
    ['cache of 19 long prompts', 99, 0.75],
  ] as const
).map(([engine, percentile, at]) => ({
  ...{ engine, at, seconds: 20 },
  statistic: { metric: 'ttft', percentile },
}))

/** On servers that no rule was chosen with. */
const oddQuestions: readonly Question[] = [
  ['half as fast for 2 s of every 20', 90, 0.8] as const,
  ['latest first', 95, 0.85] as const,
  ['prefix cache that evicts', 90, 0.8] as const,
].map(([engine, percentile, at]) => ({
  ...{ engine, at, seconds: 20 },
  statistic: { metric: 'ttft', percentile },
}))

export function* oddSearchRows(asked: Asked): Generator<string> {
  yield* rowsOf(oddQuestions, asked)
}

export function* cacheSearchRows(asked: Asked): Generator<string> {
  yield* rowsOf(cacheQuestions, asked)
}

export function* searchRows(asked: Asked): Generator<string> {
  yield* rowsOf(questions, asked)
}

function* rowsOf(
  asked: readonly Question[],
  { replications, seed, only }: Asked,
): Generator<string> {
  for (const [index, question] of asked.entries()) {
    if (only !== null && only !== index) continue
    const { statistic, at, seconds } = question
    const engine = engineOf(question.engine)
    const full = capacityOf(engine)
    const limitMs = Number(trueFigure(longRun(engine, at * full), statistic).toPrecision(2))
    const truth = trueCapacity(engine, { statistic, limitMs, upTo: 1.05 * full })
    const plan = planOf(question, limitMs, full)
    const found = Array.from({ length: replications }, (_, run) =>
      searched(engine, plan, seed + 1000 * run),
    )
    const answers = found.map(({ answer }) => answer)
    const given = answers.flatMap(({ interval }) => interval ?? [])
    const holding = given.filter(({ low, high }) => low <= truth && truth <= high).length
    const named = answers.flatMap(({ highestHeld, isUnsure }) =>
      isUnsure ? [] : (highestHeld ?? []),
    )
    const endings = new Map<string, number>()
    for (const { ending } of answers) endings.set(ending, (endings.get(ending) ?? 0) + 1)
    const signed = (share: number) => `${share > 0 ? '+' : ''}${(100 * share).toFixed(1)} %`
    yield [
      `${engine.name}, ${statisticName(statistic)} ≤ ${limitMs} ms, ${seconds} s (truth ${truth.toFixed(2)}, ρ ${(truth / full).toFixed(2)})`,
      `given ${given.length}/${replications}`,
      `holds ${shareText(holding, given.length)}`,
      `width ${(100 * median(given.map(({ low, high }) => high / low - 1))).toFixed(0)} %`,
      `named above by 2 % ${shareText(named.filter((load) => load > 1.02 * truth).length, replications)}`,
      `named off by ${signed(median(named) / truth - 1)}`,
      `runs ${median(answers.map(({ runs }) => runs))}, ${Math.round(median(found.map(({ measuredS }) => measuredS)))} s`,
      `refining ${median(found.map(({ refining }) => refining.length))} runs of ${median(found.flatMap(({ refining }) => refining))} usual ones, ${median(found.map(({ refining }) => refining.reduce((sum, each) => sum + each, 0))).toFixed(0)} together`,
      [...endings].map(([ending, count]) => `${ending} ${count}`).join(', '),
    ].join(' | ')
  }
}

export function planOf({ statistic, seconds }: Question, limitMs: number, full: number): SweepPlan {
  return sweepPlanSchema.parse({
    name: 'truth',
    config: defaultBenchmarkConfig,
    requestRates: ['inf'],
    maxConcurrencies: [null],
    secondsPerPoint: seconds,
    limits: [{ name: statistic.metric, percentile: statistic.percentile, bound: limitMs }],
    search: { kind: 'capacity', over: 'requestRate', from: 0.1 * full, upTo: 8 * full },
  })
}

export function searched(engine: Engine, plan: SweepPlan, seed: number) {
  const tried: MeasuredTry[] = []
  let measuredS = 0
  const refining: number[] = []
  for (;;) {
    const step = nextStep(plan, tried)
    if (step.kind === 'done') {
      if (step.answer.kind !== 'capacity') throw new TypeError('Not a search for capacity.')
      return { answer: step.answer, measuredS, refining }
    }
    if (refining.length > 0 || step.load < 1.5 * (tried.at(-1)?.load ?? 0))
      refining.push(step.length)
    const load = { requestRate: step.load, maxConcurrency: null }
    const config = pointConfig(plan, { settings: [], seedOffset: 0, length: step.length, ...load })
    const warmUps = Math.round(config.warmUpSeconds * step.load)
    measuredS += config.numPrompts / step.load + config.warmUpSeconds
    const random = new NumpyRandomState(seed + tried.length)
    const asked = { rate: step.load, concurrency: 1, requests: config.numPrompts, warmUps }
    const summary = summaryOn(engine, { load: asked, random }, config)
    tried.push({ ...step, config, summary })
  }
}
