// How often a twin is right about unseen loads and lengths, and how often it refuses.
import { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import { mean } from '#core/base/spread.ts'
import { endS } from '#core/records/measured-request.ts'
import { fitTwin } from '#features/twin/core/fit-twin.ts'
import { observedRun, type ObservedRun } from '#features/twin/core/observed-run.ts'
import {
  predictedCapacity,
  predictedKnee,
  predictedLatency,
  rateOfGreatestPower,
  sampleRuns,
  scaledLengths,
  type PredictionInterval,
} from '#features/twin/core/predict.ts'
import type { Twin, TwinFit } from '#features/twin/core/twin.ts'
import type { Load } from '../../../../bench/truth/arrivals.ts'
import type { Engine } from '../../../../bench/truth/engines.ts'
import { trueFigure } from '../../../../bench/truth/known-truth.ts'
import { type Asked, median, shareText } from '../../../../bench/truth/score.ts'
import { twinEngines, type TwinEngine } from './twin-engines.ts'

/** Shares of the capacity. */
const seenShares = [0.35, 0.7]
const unseenShares = [0.5, 0.8, 0.9]
const secondsPerRun = 30
const requestsOfTruth = 32_000

type Question = Readonly<{
  name: string
  /** Questions of one kind share a line of the summary. */
  kind: string
  truth: number
  predict: (twin: Twin) => PredictionInterval | null
}>

type Tally = { holding: number; given: number; readonly errors: number[] }

export function* twinRows({ replications, seed, only }: Asked): Generator<string> {
  const tallies = new Map<string, Tally>()
  for (const [index, tried] of twinEngines.entries()) {
    if (only !== null && only !== index) continue
    const capacity = fullRateOf(tried.engine(1))
    const fits = Array.from({ length: replications }, (_, at) =>
      fitOf(tried, capacity, seed + 1000 * at),
    )
    const twins = fits.flatMap((fit) => (fit.kind === 'fitted' ? fit.twin : []))
    yield `${tried.name} | fitted ${twins.length}/${replications} | ${refusalsOf(fits)}`
    if (twins.length === 0) continue
    // The true value takes long runs, which never end on a server that drifts.
    for (const { name, kind, truth, predict } of questionsOf(tried, capacity)) {
      const given = twins.flatMap((twin) => predict(twin) ?? [])
      const holding = given.filter(({ low, high }) => low <= truth && truth <= high).length
      const errors = given.map(({ value }) => Math.abs(value / truth - 1))
      const widths = given.map(({ low, high }) => high / low - 1)
      const tally = tallies.get(kind) ?? { holding: 0, given: 0, errors: [] }
      tallies.set(kind, tally)
      tally.holding += holding
      tally.given += given.length
      tally.errors.push(...errors)
      yield [
        `${tried.name}, ${name} (${truth.toPrecision(4)})`,
        `given ${given.length}/${twins.length}`,
        `holds ${shareText(holding, given.length)}`,
        `above ${given.filter(({ low }) => low > truth).length}, below ${given.filter(({ high }) => high < truth).length}`,
        `error ${percent(median(errors))}`,
        `width ${percent(median(widths))}`,
      ].join(' | ')
    }
  }
  for (const [kind, { holding, given, errors }] of tallies) {
    yield `all, ${kind} | given ${given} | holds ${shareText(holding, given)} | error ${percent(median(errors))}`
  }
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}

function refusalsOf(fits: readonly TwinFit[]): string {
  const reasons = new Map<string, number>()
  for (const fit of fits) {
    if (fit.kind === 'fitted') continue
    const { refusal } = fit
    const [worst] = refusal.why === 'misfit' ? refusal.checks : []
    const reason = worst === undefined ? refusal.why : `misfit of ${worst.figure}, ${worst.part}`
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
  }
  return [...reasons].map(([reason, count]) => `${reason} ×${count}`).join(', ')
}

function fitOf(tried: TwinEngine, capacity: number, seed: number): TwinFit {
  const facts = { maxNumSeqs: null, maxNumBatchedTokens: null, kvCacheTokens: tried.kvTokens }
  return fitTwin(seenRuns(tried.engine(1), capacity, seed).runs, facts, { seed })
}

/** Runs at two rates and with all requests at once, of 30 s each at the capacity, and their total seconds. */
export function seenRuns(
  engine: Engine,
  capacity: number,
  seed: number,
): Readonly<{ runs: ObservedRun[]; measuredS: number }> {
  const requests = Math.round(capacity * secondsPerRun)
  const loads: Load[] = seenShares.map((share) => ({
    rate: share * capacity,
    concurrency: 1,
    requests: Math.round(share * requests),
  }))
  loads.push({ rate: null, concurrency: requests, requests })
  let measuredS = 0
  const runs = loads.map((load, at) => {
    const random = new NumpyRandomState(seed + at)
    const served = engine.serve({ load, random })
    measuredS += Math.max(...served.map(endS))
    return observedRun(`run ${at + 1}`, Infinity, served)
  })
  return { runs, measuredS }
}

function questionsOf(tried: TwinEngine, capacity: number): Question[] {
  const questions: Question[] = []
  for (const factor of [1, 2]) {
    const engine = tried.engine(factor)
    const full = factor === 1 ? capacity : fullRateOf(engine)
    const named = factor === 1 ? '' : ` at ${factor}× lengths`
    const workloadOf = ({ lengths }: Twin) => {
      const wanted = {
        promptTokens: factor * mean(lengths.map(({ promptTokens }) => promptTokens)),
        outputTokens: factor * mean(lengths.map(({ outputTokens }) => outputTokens)),
      }
      return { lengths: scaledLengths(lengths, wanted), limits: {} }
    }
    questions.push(
      {
        name: `capacity${named}`,
        kind: `capacity${named}`,
        truth: full,
        predict: (twin) => predictedCapacity(twin, workloadOf(twin)),
      },
      {
        name: `knee${named}`,
        kind: `knee${named}`,
        truth: trueKnee(engine, full),
        predict: (twin) => predictedKnee(twin, workloadOf(twin)),
      },
    )
    for (const share of factor === 1 ? unseenShares : [0.5, 0.8]) {
      const requestRate = share * full
      const random = new NumpyRandomState(5)
      const load = { rate: requestRate, concurrency: 1, requests: requestsOfTruth, warmUps: 3000 }
      const served = engine.serve({ load, random })
      for (const [metric, percentile] of [['ttft', 99] as const, ['tpot', null] as const]) {
        const figure = `${percentile === null ? 'mean' : 'p99'} ${metric}`
        questions.push({
          name: `${figure} at ${100 * share} %${named}`,
          kind: share < 0.9 ? `${figure}${named}` : `${figure} at ${100 * share} %`,
          truth: trueFigure(served, { metric, percentile }) / 1000,
          predict: (twin) => {
            const runs = sampleRuns(twin.samples, workloadOf(twin), { requestRate })
            return predictedLatency(runs, metric, percentile)
          },
        })
      }
    }
  }
  return questions
}

/** Requests completed per second in the middle of a long closed loop. */
function fullRateOf(engine: Engine): number {
  const random = new NumpyRandomState(1)
  const served = engine.serve({ load: { rate: null, concurrency: 700, requests: 16_000 }, random })
  const ends = Float64Array.from(served, endS).sort()
  const [from, to] = [4000, 14_000]
  return (to - from) / ((ends[to] ?? NaN) - (ends[from] ?? NaN))
}

/** From twenty rates, by the twin's own method. */
function trueKnee(engine: Engine, full: number): number {
  const rates = Array.from({ length: 20 }, (_, index) => (0.35 + 0.033 * index) * full)
  const powers = rates.map((rate) => {
    const random = new NumpyRandomState(7)
    const load = { rate, concurrency: 1, requests: requestsOfTruth / 4, warmUps: 2000 }
    const served = engine.serve({ load, random })
    return rate / trueFigure(served, { metric: 'e2el', percentile: null })
  })
  return rateOfGreatestPower(rates, powers)
}
