// Whether a server stays unchanged during measurement: its steps, the cost of a prompt, and its pauses.
import { mean, slopeOf, squares, sum } from '#core/base/spread.ts'
import { dot } from '#core/stats/cholesky.ts'
import { costNames, type StepCosts } from './engine-model.ts'
import type { ObservedRun } from './observed-run.ts'
import { type CostsFit, costValues, isStall, residual, type StepRow } from './step-costs-fit.ts'
import type { TwinRefusal } from './twin.ts'

/** Number of parts of a run whose means form a trend. */
const parts = 10
/** Minimum rows, or requests, of a part. */
const fewestRows = 20
const fewestRequests = 5
/** Standard errors above which noise does not explain a trend. */
const certainErrors = 4
const mostDrift = 0.05
/** Relative. */
const mostPromptChange = 0.12
/** Share of the time below which the cost of prompts per part of a run is unknown. */
const leastPromptShare = 0.1
/** Maximum share of the time for pauses, counting as many as the observed ones allow with 95 % confidence. */
const mostPaused = 0.01
const normal95 = 1.645

export function unsteadiness(runs: readonly ObservedRun[], fit: CostsFit): TwinRefusal | null {
  return pausesOf(fit) ?? warmingOf(runs, fit) ?? driftOf(runs, fit)
}

/** Too many or too long, or too few to estimate their number. */
function pausesOf({ pauses, totalS }: CostsFit): TwinRefusal | null {
  const { count, seconds, longestS } = pauses
  if (count === 0) return null
  const most = (mostEvents(count) / count) * (seconds / totalS)
  return most > mostPaused ? { why: 'stalls', count, longestS, totalS, most } : null
}

export function unseenPausesEveryS({ pauses, totalS }: CostsFit): number {
  return totalS / mostEvents(pauses.count)
}

/** Upper 95 % bound of the expected number of events after observing `count` (Poisson; Wilson and Hilferty, 1931). */
function mostEvents(count: number): number {
  const shape = count + 1
  return shape * (1 - 1 / (9 * shape) + normal95 / (3 * Math.sqrt(shape))) ** 3
}

/** A prefix cache that fills: less of each prompt is computed, according to the server's report or the duration of steps. */
function warmingOf(runs: readonly ObservedRun[], fit: CostsFit): TwinRefusal | null {
  const reported = runs.map(({ requests }) => computedShares(requests))
  const ofSteps = runs.map((_, run) => promptFactors(fit, run))
  for (const byRun of [reported, ofSteps]) {
    const run = byRun.findIndex((values) => isFalling(trendOf(values)))
    const change = run >= 0 ? trendOf(byRun[run] ?? []).change : changeBetween(byRun)
    if (change === null) continue
    const [from, to] = run >= 0 ? [run, run] : [0, runs.length - 1]
    return { why: 'warming', from: runs[from]?.name ?? '', to: runs[to]?.name ?? '', change }
  }
  return null
}

type Trend = Readonly<{
  /** Change from the beginning to the end, relative to the mean. */
  change: number
  error: number
}>

function isFalling({ change, error }: Trend): boolean {
  return change < -mostPromptChange && -change > certainErrors * error
}

/** NaN for too few values. */
function trendOf(values: readonly number[]): Trend {
  if (values.length < parts) return { change: NaN, error: NaN }
  const { slope, error } = slopeOf(values)
  const scale = (values.length - 1) / mean(values)
  return { change: slope * scale, error: error * Math.abs(scale) }
}

/** From the first run to the last that show it; null if noise explains it. */
function changeBetween(byRun: readonly (readonly number[])[]): number | null {
  const shown = byRun.filter((values) => values.length === parts)
  const [first, last] = [shown[0], shown.at(-1)]
  if (first === undefined || last === undefined || first === last) return null
  const level = mean([mean(first), mean(last)])
  const change = (mean(last) - mean(first)) / level
  const error = Math.sqrt((squares(first) + squares(last)) / (parts * (parts - 1))) / level
  return isFalling({ change, error }) ? change : null
}

/** Computed shares of the prompts, by part of a run; empty for too few requests. */
function computedShares(requests: ObservedRun['requests']): number[] {
  if (requests.length < fewestRequests * parts) return []
  return partsOf(requests, () => 1).map(
    (own) =>
      sum(own.map(({ computedTokens }) => computedTokens)) /
      sum(own.map(({ promptTokens }) => promptTokens)),
  )
}

/** Cost of prompts relative to all other work, by part of a run; empty if prompts hardly change the steps. */
function promptFactors({ allRows, costs }: CostsFit, run: number): number[] {
  const rows = (allRows[run] ?? []).filter((row) => !isStall(row, costValues(costs)))
  if (rows.length < fewestRows * parts) return []
  const promptS = (row: StepRow) => splitS(row, costs).promptS
  const share = sum(rows.map(promptS)) / sum(rows.map(({ durationS }) => durationS))
  if (share < leastPromptShare) return []
  return partsOf(rows, promptS).map((own) => promptFactor(own, costs))
}

function splitS({ work }: StepRow, costs: StepCosts) {
  const at = (name: keyof StepCosts) => work[costNames.indexOf(name)] ?? 0
  const promptTokens = at('perPromptToken')
  const promptS =
    costs.perPromptToken * promptTokens +
    costs.perThousandPairs * at('perThousandPairs') +
    costs.perComputeBoundToken * Math.min(promptTokens, at('perComputeBoundToken'))
  return { promptS, otherS: dot(work, costValues(costs)) - promptS }
}

/** Least squares of durations over the costs of prompts and all others, because noise slows both. */
function promptFactor(rows: readonly StepRow[], costs: StepCosts): number {
  let [pp, po, oo, pd, od] = [0, 0, 0, 0, 0]
  for (const row of rows) {
    const { promptS, otherS } = splitS(row, costs)
    const weight = 1 / (promptS + otherS) ** 2
    pp += weight * promptS * promptS
    po += weight * promptS * otherS
    oo += weight * otherS * otherS
    pd += weight * promptS * row.durationS
    od += weight * otherS * row.durationS
  }
  return (pd * oo - od * po) / (od * pp - pd * po)
}

/** Splits into consecutive parts of about the same total weight. */
function partsOf<Item>(items: readonly Item[], weightOf: (item: Item) => number): Item[][] {
  const split = Array.from({ length: parts }, (): Item[] => [])
  const total = sum(items.map(weightOf))
  let before = 0
  for (const item of items) {
    split[Math.min(parts - 1, Math.floor((parts * before) / total))]?.push(item)
    before += weightOf(item)
  }
  return split
}

/** Steps with the same work that take longer at the end of a run than at its beginning. */
function driftOf(runs: readonly ObservedRun[], fit: CostsFit): TwinRefusal | null {
  const costs = costValues(fit.costs)
  for (const [index, rows] of fit.rows.entries()) {
    if (rows.length < fewestRows * parts) continue
    const means = partsOf(rows, () => 1).map((own) => mean(own.map((row) => residual(row, costs))))
    const { slope, error } = slopeOf(means)
    const change = slope * (parts - 1)
    if (Math.abs(change) > mostDrift && Math.abs(slope) > certainErrors * error)
      return { why: 'drift', run: runs[index]?.name ?? '', change }
  }
  return null
}
