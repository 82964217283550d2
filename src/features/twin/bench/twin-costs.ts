// GPU time to find the capacity within a limit: a measured search, and a twin of three runs of 30 s.
import { fitTwin } from '#features/twin/core/fit-twin.ts'
import { capacityInGrid, predictionGrid } from '#features/twin/core/prediction-grid.ts'
import type { Interval } from '#core/stats/certainty/interval.ts'
import type { ObservedRun } from '#features/twin/core/observed-run.ts'
import { type Engine, engineOf } from '../../../../bench/truth/engines.ts'
import {
  capacityOf,
  longRun,
  type Statistic,
  statisticName,
  trueCapacity,
  trueFigure,
} from '../../../../bench/truth/known-truth.ts'
import { type Asked, median, shareText } from '../../../../bench/truth/score.ts'
import { planOf, questions, searched } from '../../../../bench/truth/searches.ts'
import { seenRuns } from './twins.ts'

/** KV cache sizes that the engines' metrics report. */
const kvTokens: Readonly<Record<string, number>> = {
  batching: 200_000,
  'KV-limited': 6000,
  'two populations': 200_000,
  'wide batches': 2_000_000,
}

type Given = Readonly<{ interval: Interval | null; measuredS: number }>

export type AskedLimit = Readonly<{
  engine: Engine
  kvCacheTokens: number
  /** Requests per second. */
  full: number
  statistic: Statistic
  limitMs: number
  /** Highest rate that meets the limit. */
  truth: number
}>

/** Questions of the searches, except those on servers that a twin cannot describe. */
export function* askedLimits(
  only: number | null,
): Generator<AskedLimit & { question: (typeof questions)[number] }> {
  for (const [index, question] of questions.entries()) {
    const kvCacheTokens = kvTokens[question.engine]
    const { statistic } = question
    if ((only !== null && only !== index) || kvCacheTokens === undefined) continue
    const engine = engineOf(question.engine)
    const full = capacityOf(engine)
    const limitMs = Number(
      trueFigure(longRun(engine, question.at * full), statistic).toPrecision(2),
    )
    const truth = trueCapacity(engine, { statistic, limitMs, upTo: 1.05 * full })
    yield { question, engine, kvCacheTokens, full, statistic, limitMs, truth }
  }
}

/** Null if the fit is refused. */
export function predictedWithin(
  { statistic, limitMs, kvCacheTokens }: AskedLimit,
  runs: readonly ObservedRun[],
  seed: number,
): Interval | null {
  const facts = { maxNumSeqs: null, maxNumBatchedTokens: null, kvCacheTokens }
  const fit = fitTwin(runs, facts, { seed })
  if (fit.kind === 'refused') return null
  const workload = { lengths: fit.twin.lengths, limits: {} }
  const limits = [{ name: statistic.metric, ...statistic, boundS: limitMs / 1000 }]
  return capacityInGrid(predictionGrid(fit.twin, workload, [statistic.percentile]), limits)
}

export function* twinCostRows({ replications, seed, only }: Asked): Generator<string> {
  for (const asked of askedLimits(only)) {
    const { question, engine, full, statistic, limitMs, truth } = asked
    const plan = planOf(question, limitMs, full)
    const seeds = Array.from({ length: replications }, (_, run) => seed + 1000 * run)
    const bySearch = seeds.map((each): Given => {
      const { answer, measuredS } = searched(engine, plan, each)
      return { interval: answer.interval ?? null, measuredS }
    })
    const byTwin = seeds.map((each): Given => {
      const { runs, measuredS } = seenRuns(engine, full, each)
      return { interval: predictedWithin(asked, runs, each), measuredS }
    })
    const row = (given: readonly Given[]) => {
      const intervals = given.flatMap(({ interval }) => interval ?? [])
      const holding = intervals.filter(({ low, high }) => low <= truth && truth <= high).length
      const width = median(intervals.map(({ low, high }) => high / low - 1))
      const seconds = median(given.map(({ measuredS }) => measuredS))
      return `${Math.round(seconds)} s, given ${intervals.length}/${given.length}, holds ${shareText(holding, intervals.length)}, width ${(100 * width).toFixed(0)} %`
    }
    yield [
      `${engine.name}, ${statisticName(statistic)} ≤ ${limitMs} ms (truth ${truth.toFixed(2)})`,
      `search ${row(bySearch)}`,
      `twin ${row(byTwin)}`,
    ].join(' | ')
  }
}
