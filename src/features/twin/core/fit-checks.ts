// Goodness of fit: every run is replayed on the fitted engine with its own requests, and compared by load and by length.
import { quantile } from '#core/stats/durations/quantile.ts'
import { mean, median } from '#core/base/spread.ts'
import type { EngineModel } from './engine-model.ts'
import {
  latenciesOf,
  latencyFigure,
  type Latencies,
  observedTimes,
  type Times,
  virtualTimes,
} from './latency-figures.ts'
import { firstAtS, type ObservedRequest, type ObservedRun } from './observed-run.ts'
import {
  checkedStatistics,
  differenceOf,
  type CheckedStatistic,
  type FitCheck,
  type Twin,
} from './twin.ts'
import { runVirtually, type VirtualLoad, type VirtualRun } from './virtual-engine.ts'

/** Relative differences that are always accepted. */
const tolerances: Readonly<Record<CheckedStatistic, number>> = {
  'tpot mean': 0.06,
  'tpot p10': 0.12,
  'tpot p90': 0.12,
  'ttft mean': 0.2,
  'ttft p50': 0.2,
  'ttft p90': 0.25,
  'ttft p99': 0.35,
  throughput: 0.05,
}
/** Differences of a TTFT below this do not matter, in seconds. */
const negligibleTtftS = 0.003
/** Standard deviations between replays within which a difference counts as chance. */
const acceptedDeviations = 4
/** Minimum requests of a run, or of a part of it, for a comparison. */
export const fewestCompared = 30
/** The p99 of fewer requests is a single slow request, which the client may have delayed. */
const fewestForP99 = 500
/** Maximum root mean square of the log differences in mean TPOT, regardless of chance in the replays. */
const mostStepMisfit = 0.04
/** A few runs may agree with their replays by chance. */
const leastMisfit = { step: 0.004, ttft: 0.015 }

/** Replays each run with every model, each with its own noise, and compares them. */
export function fitChecks(
  runs: readonly ObservedRun[],
  models: readonly EngineModel[],
): FitCheck[] {
  return runs.flatMap((run) =>
    checksOf(
      run,
      models.map((model, index) => runVirtually(model, replayedLoad(run), { seed: 100 + index })),
    ),
  )
}

/** Arrivals as the client sent them: due times under a limit on requests in flight, else actual send times. */
function replayedLoad({ requests, limit }: ObservedRun): VirtualLoad {
  const dueS = requests.map((request) => (limit < Infinity ? request.dueS : request.sentS))
  return { lengths: requests, dueS: Float64Array.from(dueS).sort(), limit }
}

/** Part of TTFT that neither queueing nor steps explain, from the run with the shortest waits. */
export function overheadOf(runs: readonly ObservedRun[], model: EngineModel): number {
  const [lightest] = runs
    .map((run) => ({ run, ttftsS: run.requests.map((one) => firstAtS(one) - one.sentS) }))
    .toSorted((one, other) => median(one.ttftsS) - median(other.ttftsS))
  if (lightest === undefined) return 0
  const { run, ttftsS } = lightest
  const unexplained = (overheadS: number) => {
    const replay = runVirtually({ ...model, overheadS }, replayedLoad(run), { seed: 99 })
    const { sentS, firstS } = replay
    return median(ttftsS.map((ttftS, at) => ttftS - ((firstS[at] ?? NaN) - (sentS[at] ?? NaN))))
  }
  let [least, most] = [0, Math.max(0, unexplained(0))]
  if (run.limit === Infinity) return most
  // The overhead determines whether a request of a closed loop misses a step.
  for (let halving = 0; halving < 10 && most > 0; halving++) {
    const middle = (least + most) / 2
    if (unexplained(middle) > 0) least = middle
    else most = middle
  }
  return most
}

type Part = Readonly<{
  part: FitCheck['part']
  figures: readonly CheckedStatistic[]
  isCounted: (request: ObservedRequest) => boolean
}>

function checksOf(run: ObservedRun, replays: readonly VirtualRun[]): FitCheck[] {
  const measuredTimes = observedTimes(run)
  const replayedTimes = replays.map((each) => virtualTimes(each, { lengths: run.requests }))
  return partsOf(run).flatMap(({ part, figures, isCounted }) => {
    const counted = run.requests.map(isCounted)
    const requests = counted.filter(Boolean).length
    if (requests < fewestCompared) return []
    const served = (times: readonly Times[]) => servedOf(times, counted)
    const measured = served(measuredTimes)
    const replayed = replayedTimes.map(served)
    return figures
      .filter((figure) => figure !== 'ttft p99' || requests >= fewestForP99)
      .map((figure) =>
        checkOf(
          { run: run.name, part, figure },
          figureOf(measured, figure),
          replayed.map((each) => figureOf(each, figure)),
        ),
      )
  })
}

type ServedLatencies = Latencies & Readonly<{ requestsPerSecond: number }>

function servedOf(times: readonly Times[], counted: readonly boolean[]): ServedLatencies {
  const lastS = times.reduce((max, each) => Math.max(max, each.lastS), 0)
  return {
    ...latenciesOf(times, (index) => counted[index] ?? false),
    requestsPerSecond: times.length / lastS,
  }
}

function checkOf(
  named: Pick<FitCheck, 'run' | 'part' | 'figure'>,
  measured: number,
  values: readonly number[],
): FitCheck {
  const replayed = median(values)
  const deviation = rootMeanSquare(values.map((value) => Math.log(value / replayed)))
  const negligible = named.figure.startsWith('ttft') ? negligibleTtftS / measured : 0
  const tolerance = Math.max(
    tolerances[named.figure],
    Math.expm1(acceptedDeviations * deviation),
    negligible,
  )
  return { ...named, measured, replayed, tolerance }
}

function figureOf(served: ServedLatencies, figure: CheckedStatistic): number {
  if (figure === 'throughput') return served.requestsPerSecond
  const [metric = '', statistic = ''] = figure.split(' ')
  const values = metric === 'ttft' ? served.ttft : served.tpot
  return latencyFigure(values, statistic === 'mean' ? null : Number(statistic.slice(1)))
}

function partsOf({ requests }: ObservedRun): Part[] {
  const thirds = (
    name: 'prompts' | 'outputs',
    figure: CheckedStatistic,
    lengthOf: (request: ObservedRequest) => number,
  ): Part[] => {
    const lengths = Float64Array.from(requests, lengthOf).sort()
    const [low, high] = [quantile(lengths, 1 / 3), quantile(lengths, 2 / 3)]
    if (low === high) return []
    return [
      { part: `short ${name}`, figures: [figure], isCounted: (one) => lengthOf(one) <= low },
      { part: `long ${name}`, figures: [figure], isCounted: (one) => lengthOf(one) >= high },
    ]
  }
  return [
    { part: 'all', figures: checkedStatistics, isCounted: () => true },
    ...thirds('prompts', 'ttft mean', ({ promptTokens }) => promptTokens),
    ...thirds('outputs', 'tpot mean', ({ outputTokens }) => outputTokens),
  ]
}

/** Checks that refute the model, worst first: individually, or by the mean TPOT of all runs together. */
export function brokenChecks(checks: readonly FitCheck[], { step }: Twin['misfit']): FitCheck[] {
  const stated = (check: FitCheck): FitCheck =>
    step > mostStepMisfit && check.figure === 'tpot mean' && check.part === 'all'
      ? { ...check, tolerance: mostStepMisfit }
      : check
  const excess = (check: FitCheck) => Math.abs(differenceOf(check)) / check.tolerance
  return checks
    .map(stated)
    .filter((check) => !(excess(check) <= 1))
    .toSorted((one, other) => excess(other) - excess(one))
}

/** Root mean squares of the log differences between runs and their replays. */
export function misfitOf(checks: readonly FitCheck[]): Twin['misfit'] {
  const spread = (figures: readonly CheckedStatistic[]) =>
    rootMeanSquare(
      checks
        .filter(({ part, figure }) => part === 'all' && figures.includes(figure))
        .map(({ measured, replayed }) => Math.log(measured / replayed)),
    )
  return {
    step: Math.max(leastMisfit.step, spread(['tpot mean'])),
    ttft: Math.max(leastMisfit.ttft, spread(['ttft mean', 'ttft p50', 'ttft p90'])),
  }
}

function rootMeanSquare(values: readonly number[]): number {
  return Math.sqrt(mean(values.map((value) => value ** 2)))
}
