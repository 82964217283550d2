// Goodness of fit: every run is replayed on the fitted engine with its own requests, and compared by load and by length.
import type { EngineModel } from './engine-model.ts'
import {
  latenciesOf,
  latencyFigure,
  type Latencies,
  mean,
  observedTimes,
  quantile,
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

/** Relative differences that are accepted of any run. */
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
/** Differences of a TTFT below this are of no consequence, in seconds. */
const negligibleTtftS = 0.003
/** Replays differ by chance; a difference within this many of their standard deviations is accepted. */
const acceptedDeviations = 4
const fewestInPart = 30
/** A p99 of fewer requests is one of the worst by chance, or by the client. */
const fewestForP99 = 500
/** Root mean square of the logarithms by which mean TPOT may differ, however much replays do by chance. */
const mostStepMisfit = 0.04
const leastMisfit = { step: 0.004, ttft: 0.015 }

/** By run, then by model. */
export type Replays = readonly (readonly VirtualRun[])[]

export function replays(runs: readonly ObservedRun[], models: readonly EngineModel[]): Replays {
  return runs.map((run) =>
    models.map((model, index) => runVirtually(model, replayedLoad(run), { seed: 100 + index })),
  )
}

/** As the client sent it: when due under a limit of requests in flight, else when it really left. */
function replayedLoad({ requests, limit }: ObservedRun): VirtualLoad {
  const dueS = requests.map((request) => (limit < Infinity ? request.dueS : request.sentS))
  return { lengths: requests, dueS: Float64Array.from(dueS).sort(), limit }
}

/** The part of TTFT that neither queueing nor steps explain, from the run in which requests wait least. */
export function overheadOf(runs: readonly ObservedRun[], model: EngineModel): number {
  const [lightest] = runs
    .map((run) => ({ run, ttftS: medianOf(run.requests.map((one) => firstAtS(one) - one.sentS)) }))
    .toSorted((one, other) => one.ttftS - other.ttftS)
  if (lightest === undefined) return 0
  const { run } = lightest
  const { sentS, firstS } = runVirtually(model, replayedLoad(run), { seed: 99 })
  const lacking = run.requests.map(
    (request, index) =>
      firstAtS(request) - request.sentS - ((firstS[index] ?? NaN) - (sentS[index] ?? NaN)),
  )
  return Math.max(0, medianOf(lacking))
}

function medianOf(values: readonly number[]): number {
  return quantile(Float64Array.from(values).sort(), 0.5)
}

export function fitChecks(runs: readonly ObservedRun[], replayed: Replays): FitCheck[] {
  return runs.flatMap((run, index) => checksOf(run, replayed[index] ?? []))
}

type Part = Readonly<{
  part: FitCheck['part']
  figures: readonly CheckedStatistic[]
  isCounted: (request: ObservedRequest) => boolean
}>

function checksOf(run: ObservedRun, replayed: readonly VirtualRun[]): FitCheck[] {
  const checks: FitCheck[] = []
  const measuredTimes = observedTimes(run)
  const virtual = replayed.map((each) => virtualTimes(each, { lengths: run.requests }))
  for (const { part, figures, isCounted } of partsOf(run)) {
    const counted = run.requests.map(isCounted)
    if (counted.filter(Boolean).length < fewestInPart) continue
    const isIn = (place: number) => counted[place] ?? false
    const measured = latenciesOf(measuredTimes, isIn)
    const others = virtual.map((times) => latenciesOf(times, isIn))
    for (const figure of figures) {
      if (figure === 'ttft p99' && measured.ttft.length < fewestForP99) continue
      const spanS = (times: typeof measuredTimes) =>
        times.length / Math.max(...times.map(({ lastS }) => lastS))
      const value = figure === 'throughput' ? spanS(measuredTimes) : figureOf(measured, figure)
      const replayedValues = others.map((each, place) =>
        figure === 'throughput' ? spanS(virtual[place] ?? []) : figureOf(each, figure),
      )
      checks.push(checkOf({ run: run.name, part, figure }, value, replayedValues))
    }
  }
  return checks
}

function checkOf(
  named: Pick<FitCheck, 'run' | 'part' | 'figure'>,
  measured: number,
  values: readonly number[],
): FitCheck {
  const replayed = medianOf(values)
  const logs = values.map((value) => Math.log(value / replayed))
  const deviation = Math.sqrt(mean(logs.map((log) => log ** 2)))
  const negligible = named.figure.startsWith('ttft') ? negligibleTtftS / measured : 0
  const tolerance = Math.max(
    tolerances[named.figure],
    Math.expm1(acceptedDeviations * deviation),
    negligible,
  )
  return { ...named, measured, replayed, tolerance }
}

function figureOf(latencies: Latencies, figure: CheckedStatistic): number {
  const [metric = '', statistic = ''] = figure.split(' ')
  const values = metric === 'ttft' ? latencies.ttft : latencies.tpot
  return latencyFigure(values, statistic === 'mean' ? null : Number(statistic.slice(1)))
}

function partsOf({ requests }: ObservedRun): Part[] {
  const thirds = (lengthOf: (request: ObservedRequest) => number) => {
    const lengths = Float64Array.from(requests, lengthOf).sort()
    return { low: quantile(lengths, 1 / 3), high: quantile(lengths, 2 / 3) }
  }
  const prompts = thirds(({ promptTokens }) => promptTokens)
  const outputs = thirds(({ outputTokens }) => outputTokens)
  const parts: Part[] = [{ part: 'all', figures: checkedStatistics, isCounted: () => true }]
  if (prompts.low < prompts.high) {
    const figures = ['ttft mean'] as const
    parts.push(
      { part: 'short prompts', figures, isCounted: (one) => one.promptTokens <= prompts.low },
      { part: 'long prompts', figures, isCounted: (one) => one.promptTokens >= prompts.high },
    )
  }
  if (outputs.low < outputs.high) {
    const figures = ['tpot mean'] as const
    parts.push(
      { part: 'short outputs', figures, isCounted: (one) => one.outputTokens <= outputs.low },
      { part: 'long outputs', figures, isCounted: (one) => one.outputTokens >= outputs.high },
    )
  }
  return parts
}

/** The checks that refute the model, worst first: single ones, or the mean TPOT of all runs together. */
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

/** Root mean squares of the logarithms by which runs differ from their replays. */
export function misfitOf(checks: readonly FitCheck[]): Twin['misfit'] {
  const all = checks.filter(({ part }) => part === 'all')
  const spread = (figures: readonly CheckedStatistic[]) =>
    Math.sqrt(
      mean(
        all
          .filter(({ figure }) => figures.includes(figure))
          .map(({ measured, replayed }) => Math.log(measured / replayed) ** 2),
      ),
    )
  return {
    step: Math.max(leastMisfit.step, spread(['tpot mean'])),
    ttft: Math.max(leastMisfit.ttft, spread(['ttft mean', 'ttft p50', 'ttft p90'])),
  }
}
