// Sweeps over rates on a simulated server in virtual time, and the true curve from long runs.
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import { wholeSummary } from '#core/stats/fixtures/summaries.ts'
import { type FinishedPoint, judgeCurve } from '#core/sweep/judge-curve.ts'
import type { Knee } from '#core/model/sweep-search.ts'
import { lightPaceOf } from '#core/sweep/light-pace.ts'
import type { Deployment } from '../presets/gpu-presets.ts'
import { createSeededRandom } from './seeded-random.ts'
import { virtualRun } from './virtual-run.test-support.ts'

const lengths = { inputTokens: 256, outputTokens: 64 }
const fewestRequests = 10

export type Truth = Readonly<{
  /** Service rate of a queue that never empties, in requests per second. */
  capacity: number
  /** Rate of greatest power. */
  knee: number
}>

/** Measured, not derived from the model: ten minutes at each of twenty rates, after two minutes of warm-up. */
export function truthOf(deployment: Deployment, capacity = capacityOf(deployment)): Truth {
  const powers = Array.from({ length: 20 }, (_, index) => {
    const rate = capacity * (0.49 + 0.025 * index)
    const seconds = (count: number) => Math.round(rate * count)
    const load = { ...lengths, requestRate: rate, concurrency: 1, seed: 7 }
    const run = virtualRun(deployment, { ...load, requests: seconds(600), warmUps: seconds(120) })
    const latencyS = run.reduce((sum, request) => sum + request.latencyS, 0) / run.length
    return { rate, power: rate / latencyS }
  })
  const [best] = powers.toSorted((a, b) => b.power - a.power)
  return { capacity, knee: best?.rate ?? NaN }
}

/** Service rate of a burst, while all slots are taken. */
export function capacityOf(deployment: Deployment): number {
  const requests = 40 * deployment.maxNumSeqs
  const load = { ...lengths, requestRate: 1e6, concurrency: 1, requests, warmUps: 0, seed: 7 }
  const endsS = virtualRun(deployment, load)
    .map(({ startS, latencyS }) => startS + latencyS)
    .sort((a, b) => a - b)
  const [from, to] = [Math.round(requests * 0.2), Math.round(requests * 0.9)]
  return (to - from) / ((endsS[to] ?? NaN) - (endsS[from] ?? NaN))
}

export type VirtualSweep = Readonly<{ rates: readonly number[]; knee: Knee }>

/** Five rates, each twice the previous one; the highest is two to four times the capacity. */
export function virtualSweep(
  deployment: Deployment,
  { capacity, secondsPerPoint, seed }: { capacity: number; secondsPerPoint: number; seed: number },
): VirtualSweep {
  const phase = createSeededRandom(seed)()
  const rates = Array.from({ length: 5 }, (_, index) =>
    Number((capacity * 2 ** (phase + index - 3)).toPrecision(3)),
  )
  const points: FinishedPoint[] = []
  for (const [index, rate] of rates.entries()) {
    const requests = Math.max(fewestRequests, Math.round(rate * secondsPerPoint))
    const load = { ...lengths, requestRate: rate, concurrency: 1, requests, warmUps: 0 }
    const config = { ...defaultBenchmarkConfig, requestRate: rate, numPrompts: requests }
    const run = virtualRun(deployment, { ...load, seed: 1000 * seed + index })
    const [lightest] = points
    const lightPace = lightest === undefined ? null : lightPaceOf(lightest.summary)
    points.push({ config, summary: { ...wholeSummary(run, config), lightPace } })
  }
  return { rates, knee: judgeCurve(points.map((point) => [point])).knee }
}

export type KneeScore = Readonly<{
  /** The interval of the result; null if there is none. */
  interval: Readonly<{ low: number; high: number }> | null
  /** Highest load that the result counts as sustained, relative to the capacity. */
  named: number | null
}>

export function scoreOf({ rates, knee }: VirtualSweep, { capacity }: Truth): KneeScore {
  const rateAt = ({ position }: { position: number }) => rates[position] ?? NaN
  switch (knee.kind) {
    case 'at': {
      const interval = { low: rateAt(knee.low), high: rateAt(knee.high) }
      return { interval, named: rateAt(knee.at) / capacity }
    }
    case 'between': {
      const interval = { low: rateAt(knee.low), high: rateAt(knee.high) }
      return { interval, named: rateAt(knee.best) / capacity }
    }
    case 'below':
      return { interval: { low: 0, high: rateAt(knee.first) }, named: null }
    case 'beyond':
      return {
        interval: { low: rateAt(knee.last), high: Infinity },
        named: rateAt(knee.last) / capacity,
      }
    case 'none':
      return { interval: null, named: null }
  }
}
