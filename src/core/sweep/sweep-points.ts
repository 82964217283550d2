// Turns the plan of a sweep into points, and each point into a benchmark.
import { demandingPercentile } from '#core/judgement/saturation.ts'
import { benchmarkFieldsSchema, type BenchmarkConfig } from '../model/benchmark/benchmark-fields.ts'
import { datasetTraits } from '../model/benchmark/dataset-traits.ts'
import { canWarmUp } from '../model/benchmark/load-traits.ts'
import type { SweepPlan, SweepPoint, SweepSetting } from '../model/sweep/sweep.ts'
import { PythonRandom } from '../random/python-random.ts'
import { promptsFor } from '../workload/request-count.ts'
import { choicesByStart } from './configurations.ts'
import { cellKey, chosenSetting, type Cell } from './cells.ts'
import { limitPercentiles, withNeededPercentiles } from './limits.ts'

/** Fewer requests than this say nothing about a load point, however short it is meant to be. */
const fewestRequestsPerPoint = 10
const fewestRequestsPerSearchedPoint = 50
export const usualSearchedSeconds = 20
/** Times each place under a limit of concurrency is taken, of which the first and the last are not steady. */
export const roundsPerSearchedPoint = 8

type Load = Pick<SweepPoint, 'requestRate' | 'maxConcurrency'>

/**
 * Points in the order they run: server by server, and all that one start of it can measure before the next. Repeats
 * come one round after the other, so that what drifts meets every cell alike. None where loads are searched for.
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
    .filter((cell) => isWanted(plan, cell))
    .map((point, index) => ({ index, ...point, status: 'waiting', runId: null }))
}

/**
 * Prompts are the same for every server and setting, and others for every load and repeat: with the same ones again, a
 * server with a prefix cache would answer from memory. Throws ZodError where a setting is no value of its field.
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

/** Rates × concurrencies in the order given: all rates at the first concurrency, then at the next. */
export function plannedLoads({ requestRates, maxConcurrencies }: SweepPlan): Load[] {
  return maxConcurrencies.flatMap((maxConcurrency) =>
    requestRates.map((requestRate) => ({ requestRate, maxConcurrency })),
  )
}

/** What the benchmark says itself stays; a burst has nothing to warm up with. */
function warmedUp(
  { warmUpS, search, tune, secondsPerPoint }: SweepPlan,
  config: BenchmarkConfig,
): BenchmarkConfig {
  const asked = warmUpS === 0 ? config.warmUpSeconds : warmUpS
  // A limit is about the load, however long it lasts: not about its first seconds on an idle server.
  const warmUpSeconds =
    search?.kind === 'capacity' && search.over === 'requestRate' && tune === null && asked === 0
      ? (secondsPerPoint ?? usualSearchedSeconds)
      : asked
  return { ...config, warmUpSeconds: canWarmUp(config) ? warmUpSeconds : 0 }
}

type Size = Partial<Pick<BenchmarkConfig, 'numPrompts' | 'durationMinutes'>>

/** A rate for some seconds is a number of requests, a limit of concurrency a duration; a burst keeps its number. */
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

/** More take longer to make than most points take. */
const mostGeneratedPrompts = 10_000

/** One for each second and place; a faster server gets them again. None where rows or conversations are sent. */
function generatedPrompts(placeSeconds: number, config: BenchmarkConfig): number {
  const { path, holdsConversations } = datasetTraits[config.datasetName]
  if (path !== 'none' || holdsConversations) return 0
  return promptsFor(Math.min(mostGeneratedPrompts, Math.ceil(placeSeconds)), config)
}

/** Of one run of a search at this load. */
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

/** A search decides by what it sees: every percentile it has a limit on needs its samples. */
export function fewestSearchedRequests(limits: SweepPlan['limits']): number {
  const needed = demandingPercentile(limitPercentiles(limits))?.fewestRequests ?? 0
  return Math.max(fewestRequestsPerSearchedPoint, needed)
}

function rounds({ repeats }: SweepPlan): number[] {
  return Array.from({ length: repeats }, (_, repeat) => repeat)
}

type PlacedCell = Cell & Readonly<{ position: number }>

function cellsOf({
  server,
  choices,
  loads,
}: Readonly<{
  server: number
  choices: readonly number[][]
  loads: readonly Load[]
}>): PlacedCell[] {
  return choices.flatMap((settings) =>
    loads.map((load, position) => ({ server, settings, ...load, position })),
  )
}

function inOrder(plan: SweepPlan, repeat: number, cells: PlacedCell[]): PlacedCell[] {
  if (plan.order === 'shuffled') new PythonRandom(plan.config.seed + repeat).shuffle(cells)
  return cells
}

function isWanted(plan: SweepPlan, cell: Cell): boolean {
  return !plan.omitted.includes(cellKey(cell)) && !isExcluded(plan, cell)
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
