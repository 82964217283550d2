// Sizing of servers for a load: concurrent users, work per GPU and cost per token. Formulas: docs/measuring/searches.md.
import { keysOf } from '#core/base/keys-of.ts'
import type { ComparedScalar } from '../metrics/figures.ts'
import type { RunSummary } from '../model/run/run-summary.ts'
import type { RunLaunch } from '#core/model/launch.ts'
import type { ServerFacts } from '#core/model/server.ts'
import type { SweepPlan } from '#core/model/sweep.ts'
import { throughputFigure } from '#core/judgement/known-figures.ts'

type SizedRun = Readonly<{
  summary: RunSummary
  launch: Pick<RunLaunch, 'gpus'> | null
  facts: Pick<ServerFacts, 'gpuCount'> | null
}>

/** Null if the run lacks the data. */
export type SizingResult = Readonly<{
  /** Completed per second. */
  requests: number
  /** Mean requests in progress. */
  users: number
  /** Output tokens per second for one user; null if no response had two tokens. */
  tokensPerSecondPerUser: number | null
  gpus: number | null
  /** Requests per second that met every goal of `--goodput`. */
  goodput: number | null
  /** Per second, for the whole server. */
  outputTokens: number | null
  costPerMillionTokens: number | null
  /** For output within every limit of `--goodput`. */
  costPerMillionGoodTokens: number | null
  /** Columns of features. */
  [added: string]: number | null
}>

const million = 1e6
const secondsPerHour = 3600

export function sizingOf(run: SizedRun, price: SweepPlan['price']): SizingResult {
  const { summary } = run
  const { metrics } = summary
  const steady = (name: ComparedScalar) => throughputFigure(summary, name)?.value ?? null
  const outputTokens = steady('outputThroughput')
  return {
    requests: steady('requestThroughput') ?? 0,
    users: ((steady('requestThroughput') ?? 0) * metrics.e2el.mean) / 1000,
    tokensPerSecondPerUser: metrics.tpot.count === 0 ? null : 1000 / metrics.tpot.mean,
    gpus: gpusOf(run),
    goodput: steady('requestGoodput'),
    outputTokens,
    costPerMillionTokens: price === null ? null : costPerMillion(price.perHour, outputTokens),
    costPerMillionGoodTokens: steady('costPerMillionGoodTokens'),
  }
}

function costPerMillion(perHour: number, tokensPerSecond: number | null): number | null {
  return tokensPerSecond ? (perHour / secondsPerHour / tokensPerSecond) * million : null
}

/** Demand and price entered by the user; null if not entered. */
export type SizingWish = Readonly<{
  demand: Readonly<{ amount: number; of: 'requests' | 'users' }> | null
  pricePerGpuHour: number | null
  /** GPUs of servers that do not report their number. */
  gpusPerServer: number | null
}>

/** A sizing with whole servers for the demand, each at its load. */
export type Fleet = SizingResult &
  Readonly<{ servers: number | null; gpusTogether: number | null; costPerHour: number | null }>

export function fleetFor(sizing: SizingResult, wish: SizingWish, price: SweepPlan['price']): Fleet {
  const { demand, pricePerGpuHour } = wish
  const gpus = sizing.gpus ?? wish.gpusPerServer
  const carried = demand === null ? 0 : sizing[demand.of]
  const servers = demand === null || carried <= 0 ? null : Math.ceil(demand.amount / carried)
  const together = (each: number | null) =>
    servers === null || each === null ? null : servers * each
  const entered = pricePerGpuHour === null || gpus === null ? null : gpus * pricePerGpuHour
  const perHour = entered ?? price?.perHour ?? null
  return {
    ...sizing,
    gpus,
    costPerMillionTokens:
      entered === null ? sizing.costPerMillionTokens : costPerMillion(entered, sizing.outputTokens),
    servers,
    gpusTogether: together(gpus),
    costPerHour: together(perHour),
  }
}

/** Number of GPUs: sampled, from the launch, or entered by the user. */
function gpusOf({ summary, launch, facts }: SizedRun): number | null {
  const launched = launch?.gpus.length ?? 0
  return summary.telemetry?.gpu?.count ?? (launched > 0 ? launched : (facts?.gpuCount ?? null))
}

/** Mean over repeats of a load; null for data that any of its runs lacks. */
export function meanSizing(sizings: readonly SizingResult[]): SizingResult | null {
  const [first] = sizings
  if (first === undefined) return null
  const means = keysOf(first).map((name) => {
    const values = sizings.flatMap((one) => one[name] ?? [])
    const isKnown = values.length === sizings.length
    return [name, isKnown ? values.reduce((sum, one) => sum + one, 0) / values.length : null]
  })
  return { ...(Object.fromEntries(means) as SizingResult), gpus: first.gpus }
}
