// Converts the plan of a sweep to points, and each point to a benchmark.
import { demandingPercentile } from '#core/stats/certainty/percentile-interval.ts'
import { benchmarkFieldsSchema, type BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { datasetTraits } from '#core/traits/dataset-traits.ts'
import { canWarmUp } from '#core/traits/load-traits.ts'
import type { SweepPlan, SweepPoint, SweepSetting } from '#core/model/sweep.ts'
import { PythonRandom } from '../random/python-random.ts'
import { promptsFor } from '../workload/request-count.ts'
import { type Cell, cellKey, choicesByStart, chosenSetting } from './configurations.ts'
import { limitPercentiles, withNeededPercentiles } from './limits.ts'

/** Minimum requests of a load point, regardless of its duration. */
const fewestRequestsPerPoint = 10
const fewestRequestsPerSearchedPoint = 50
export const usualSearchedSeconds = 20
/** Number of times that each slot under a concurrency limit is used; the first and the last use are not steady. */
export const roundsPerSearchedPoint = 8

type Load = Pick<SweepPoint, 'requestRate' | 'maxConcurrency'>

/**
 * Points in run order: server by server, with all points of one server start together. Repeats are interleaved, so that drift
 * affects all cells alike. Empty if a search chooses the loads.
 */
export function sweepPoints(plan: SweepPlan, servers = 1): SweepPoint[] {
  if (plan.search !== null) return []
  const loads = plannedLoads(plan)
  const points = Array.from({ length: servers }, (_, server) => server).flatMap((server) =>
    choicesByStart(plan).flatMap((choices) =>
      rounds(plan).flatMap((repeat) =>
        inOrder(plan, repeat, cellsOf({ server, choices, loads })).map(({ position, ...cell }) => ({
          ...cell,
          repeat,
          seedOffset: repeat * loads.length + position,
        })),
      ),
    ),
  )
  return points
    .filter((cell) => !plan.omitted.includes(cellKey(cell)) && !isExcluded(plan, cell))
    .map((point, index) => ({ index, ...point, status: 'waiting', runId: null }))
}

/**
 * Prompts are equal for every server and setting, but differ for every load and repeat, because repeated prompts would
 * hit the prefix cache. Throws ZodError if a setting is invalid for its field.
 */
export function pointConfig(
  plan: SweepPlan,
  {
    settings,
    requestRate,
    maxConcurrency,
    seedOffset,
    length = 1,
  }: Load & Pick<SweepPoint, 'settings' | 'seedOffset' | 'length'>,
): BenchmarkConfig {
  const { benchmark } = chosenSetting(plan, settings)
  const asked = benchmarkFieldsSchema.parse({ ...plan.config, ...benchmark })
  const config = withNeededPercentiles(asked, plan.limits)
  const seed = config.seed + seedOffset
  const pricePerHour = plan.price?.perHour ?? config.pricePerHour
  const loaded = warmedUp(plan, { ...config, pricePerHour, requestRate, maxConcurrency, seed })
  const hasOwnSize = benchmark.numPrompts !== undefined
  if (hasOwnSize && plan.search === null) return loaded
  if (plan.search === null) return { ...loaded, ...listedSize(plan, loaded) }
  return { ...loaded, numPrompts: promptsFor(length * searchedRequests(plan, loaded), loaded) }
}

/** Rates × concurrencies in the given order: all rates at the first concurrency, then at the next. */
export function plannedLoads({ requestRates, maxConcurrencies }: SweepPlan): Load[] {
  return maxConcurrencies.flatMap((maxConcurrency) =>
    requestRates.map((requestRate) => ({ requestRate, maxConcurrency })),
  )
}

/** Keeps the benchmark's own warm-up; a burst has no load to warm up with. */
function warmedUp(
  { warmUpS, search, tune, secondsPerPoint }: SweepPlan,
  config: BenchmarkConfig,
): BenchmarkConfig {
  const asked = warmUpS === 0 ? config.warmUpSeconds : warmUpS
  // A limit concerns the sustained load, not its first seconds on an idle server.
  const warmUpSeconds =
    search?.kind === 'capacity' && search.over === 'requestRate' && tune === null && asked === 0
      ? (secondsPerPoint ?? usualSearchedSeconds)
      : asked
  return { ...config, warmUpSeconds: canWarmUp(config) ? warmUpSeconds : 0 }
}

type Size = Partial<Pick<BenchmarkConfig, 'numPrompts' | 'durationMinutes'>>

/** A rate with a duration becomes a number of requests, a concurrency limit a duration; a burst keeps its number. */
function listedSize({ secondsPerPoint: seconds }: SweepPlan, config: BenchmarkConfig): Size {
  const { requestRate, maxConcurrency, durationMinutes } = config
  if (seconds === null) return {}
  if (requestRate !== 'inf') {
    const wanted = Math.max(fewestRequestsPerPoint, Math.round(requestRate * seconds))
    return { numPrompts: promptsFor(wanted, config) }
  }
  if (maxConcurrency === null || durationMinutes !== null) return {}
  return {
    durationMinutes: seconds / 60,
    numPrompts: Math.max(config.numPrompts, generatedPrompts(maxConcurrency * seconds, config)),
  }
}

/** Generating more would take longer than most points run. */
const mostGeneratedPrompts = 10_000

/** One per second and slot; a faster server repeats them. 0 if rows or conversations are sent. */
function generatedPrompts(placeSeconds: number, config: BenchmarkConfig): number {
  const { path, holdsConversations } = datasetTraits[config.datasetName]
  if (path !== 'none' || holdsConversations) return 0
  return promptsFor(Math.min(mostGeneratedPrompts, Math.ceil(placeSeconds)), config)
}

/** Number of requests in one run of a search at this load. */
export function searchedRequests(
  { secondsPerPoint, limits }: SweepPlan,
  { requestRate, maxConcurrency }: Load,
): number {
  const wanted =
    requestRate === 'inf'
      ? (maxConcurrency ?? 1) * roundsPerSearchedPoint
      : requestRate * (secondsPerPoint ?? usualSearchedSeconds)
  return Math.max(fewestSearchedRequests(limits), Math.round(wanted))
}

/** Every percentile with a limit needs enough samples, because a search uses them to decide. */
export function fewestSearchedRequests(limits: SweepPlan['limits']): number {
  const needed = demandingPercentile(limitPercentiles(limits))?.fewestRequests ?? 0
  return Math.max(fewestRequestsPerSearchedPoint, needed)
}

function rounds({ repeats }: SweepPlan): number[] {
  return Array.from({ length: repeats }, (_, repeat) => repeat)
}

type CellAtPosition = Cell & Readonly<{ position: number }>

function cellsOf({
  server,
  choices,
  loads,
}: Readonly<{
  server: number
  choices: readonly number[][]
  loads: readonly Load[]
}>): CellAtPosition[] {
  return choices.flatMap((settings) =>
    loads.map((load, position) => ({ server, settings, ...load, position })),
  )
}

function inOrder(plan: SweepPlan, repeat: number, cells: CellAtPosition[]): CellAtPosition[] {
  if (plan.order === 'shuffled') new PythonRandom(plan.config.seed + repeat).shuffle(cells)
  return cells
}

export function isExcluded(plan: SweepPlan, cell: Cell): boolean {
  return plan.excluded.some((exclusion) => has(plan, cell, exclusion))
}

function has(plan: SweepPlan, cell: Cell, exclusion: SweepSetting): boolean {
  const { benchmark, server } = chosenSetting(plan, cell.settings)
  const { requestRate, maxConcurrency } = cell
  const said = { ...plan.config, ...benchmark, requestRate, maxConcurrency }
  return (
    holds(said, exclusion.benchmark) &&
    holds(server, exclusion.server) &&
    Object.keys({ ...exclusion.benchmark, ...exclusion.server }).length > 0
  )
}

function holds(
  said: Readonly<Record<string, unknown>>,
  wanted: Readonly<Record<string, unknown>>,
): boolean {
  return Object.entries(wanted).every(
    ([name, value]) => JSON.stringify(said[name]) === JSON.stringify(value),
  )
}
