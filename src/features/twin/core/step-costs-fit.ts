// Non-negative least squares for the costs of a step, with relative errors; and samples of them by a bootstrap over blocks of
// consecutive steps, because neighbouring steps are correlated.
import type { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import { dot, type Matrix } from '#core/stats/cholesky.ts'
import { solvedNormalEquations } from '#core/stats/least-squares.ts'
import { median, sum } from '#core/base/spread.ts'
import {
  computeBoundTokens,
  costNames,
  promptBudget,
  type SchedulingPolicy,
  type StepCosts,
} from './engine-model.ts'
import type { ObservedStep } from './observed-steps.ts'

/** One step: its work, in the order of `costNames`, and its duration in seconds. */
export type StepRow = Readonly<{
  atS: number
  work: readonly number[]
  durationS: number
}>

/** Indices of costs that are zero unless the runs show them, because they would distort predictions at other lengths. */
const optional = (['perContextToken', 'perThousandPairs'] as const).map((name) =>
  costNames.indexOf(name),
)
/** Minimum gain in twice the log likelihood for such a cost. */
const leastImprovement = 3
/** Autocorrelation at one step below which neighbours compensate each other. */
const mostCompensation = -0.1
const mostJoined = 16
/** Blocks per run. */
const blocksPerRun = 20
/** A step this many times as long as its costs is a stall: it is reported, not fitted. */
const stallFactor = 4

/** How an engine divides work into steps, and the number of tokens above which a step takes longer with each. */
export type StepShape = Readonly<{
  policy: SchedulingPolicy
  maxNumBatchedTokens: number
  computeBoundFrom: number
}>

/** Prompts longer than the maximum of a step are distributed over the steps before their first token. */
export function stepRows(
  steps: readonly ObservedStep[],
  { policy, maxNumBatchedTokens, computeBoundFrom }: StepShape,
): StepRow[] {
  const rows: StepRow[] = []
  let [carried, carriedPairs] = [0, 0]
  for (const step of steps.toReversed()) {
    const { atS, durationS, sequences, contextTokens, promptTokens, pairs, promptSteps } = step
    if (durationS <= 0) continue
    if (policy === 'prompts-first') {
      // A step of sequences, and steps with prompts only.
      const beyond =
        computeBoundTokens(sequences, computeBoundFrom) +
        (promptSteps > 0 ? computeBoundTokens(promptTokens, promptSteps * computeBoundFrom) : 0)
      const work = [1, sequences, promptTokens, contextTokens, promptSteps, pairs, beyond]
      rows.push({ atS, work, durationS })
      continue
    }
    const wanted = promptTokens + carried
    const wantedPairs = pairs + carriedPairs
    const computed = Math.min(wanted, promptBudget(policy, maxNumBatchedTokens, sequences))
    const part = wanted === 0 ? 0 : computed / wanted
    carried = wanted - computed
    carriedPairs = (1 - part) * wantedPairs
    const beyond = computeBoundTokens(sequences + computed, computeBoundFrom)
    const work = [1, sequences, computed, contextTokens, 0, part * wantedPairs, beyond]
    rows.push({ atS, work, durationS })
  }
  return rows.reverse()
}

export type CostsFit = Readonly<{
  costs: StepCosts
  /** Standard deviation of duration ÷ costs, and its autocorrelation at one step. */
  deviation: number
  memory: number
  /** Mean distance of this ratio from 1 over all steps, including steps that were not fitted. */
  roughness: number
  /** Steps more than `stallFactor` times as long as their costs, and the seconds by which they exceed these. */
  pauses: Readonly<{ count: number; seconds: number; longestS: number }>
  totalS: number
  /** Number of steps that the costs are fitted to, and of all steps. */
  rows: readonly (readonly StepRow[])[]
  allRows: readonly (readonly StepRow[])[]
}>

/**
 * `runs`: rows of each run. If times of tokens jitter, a long step is followed by a short one; rows are then joined until
 * neighbours no longer compensate each other. Null for fewer than fifty rows.
 */
export function fitCosts(runs: readonly (readonly StepRow[])[]): CostsFit | null {
  for (let size = 1; ; size *= 2) {
    const fit = fitJoined(runs.map((rows) => joinedRows(rows, size)))
    if (fit === null || fit.memory > mostCompensation || size === mostJoined) {
      return fit && { ...fit, memory: Math.max(fit.memory, 1 - 1 / size) }
    }
  }
}

/** Rows of `size` consecutive steps. A step that does not begin at the end of the previous one begins another row. */
function joinedRows(rows: readonly StepRow[], size: number): StepRow[] {
  if (size === 1) return [...rows]
  const joined: StepRow[] = []
  let group: StepRow[] = []
  for (const row of rows) {
    const before = group.at(-1)
    if (before !== undefined && row.atS - row.durationS - before.atS > 0.5 * row.durationS)
      group = []
    group.push(row)
    if (group.length < size) continue
    joined.push({
      atS: row.atS,
      durationS: group.reduce((sum, { durationS }) => sum + durationS, 0),
      work: costNames.map((_, at) => group.reduce((sum, { work }) => sum + (work[at] ?? 0), 0)),
    })
    group = []
  }
  return joined
}

function fitJoined(runs: readonly (readonly StepRow[])[]): CostsFit | null {
  const all = runs.flat()
  if (all.length < 50) return null
  let kept = runs
  let costs = solved(sums(all, null), 0)
  let noise = noiseOf(runs, costs)
  for (let pass = 0; pass < 5; pass++) {
    const limit = Math.max(0.25, 4 * deviationOf(all, costs))
    kept = runs.map((rows) => rows.filter((row) => Math.abs(residual(row, costs)) <= limit))
    costs = solved(sums(kept.flat(), costs), noise.memory)
    noise = noiseOf(kept, costs)
  }
  const pausesS = all
    .filter((row) => isStall(row, costs))
    .map((row) => row.durationS - expectedS(row, costs))
  return {
    costs: costsOf(costs),
    ...noise,
    roughness: all.reduce((sum, row) => sum + Math.abs(residual(row, costs)), 0) / all.length,
    pauses: { count: pausesS.length, seconds: sum(pausesS), longestS: Math.max(0, ...pausesS) },
    totalS: sum(all.map(({ durationS }) => durationS)),
    rows: kept,
    allRows: runs,
  }
}

/** Costs fitted to resampled blocks of the same rows. */
export function sampledCosts(
  { rows, memory, costs }: CostsFit,
  { count, random }: Readonly<{ count: number; random: NumpyRandomState }>,
): StepCosts[] {
  const weighting = costValues(costs)
  const blocks = rows.map((run) => {
    const size = Math.max(1, Math.ceil(run.length / blocksPerRun))
    return Array.from({ length: Math.ceil(run.length / size) }, (_, index) =>
      sums(run.slice(index * size, (index + 1) * size), weighting),
    )
  })
  return Array.from({ length: count }, () => {
    const drawn = emptySums()
    for (const run of blocks) {
      for (let place = 0; place < run.length; place++) {
        add(drawn, run[random.randint(0, run.length)] ?? emptySums())
      }
    }
    return costsOf(solved(drawn, memory))
  })
}

export function isStall(row: StepRow, costs: readonly number[]): boolean {
  return row.durationS > stallFactor * expectedS(row, costs)
}

/** Duration ÷ costs, minus one. */
export function residual(row: StepRow, costs: readonly number[]): number {
  return row.durationS / Math.max(expectedS(row, costs), 1e-9) - 1
}

export function costValues(costs: StepCosts): readonly number[] {
  return costNames.map((name) => costs[name])
}

function costsOf(values: readonly number[]): StepCosts {
  const [alone = 0, perSequence = 0, perPromptToken = 0, perContextToken = 0] = values
  const [, , , , promptsAlone = 0, perThousandPairs = 0, perComputeBoundToken = 0] = values
  return {
    ...{ alone, perSequence, perPromptToken, perContextToken },
    ...{ promptsAlone, perThousandPairs, perComputeBoundToken },
  }
}

function expectedS({ work }: StepRow, costs: readonly number[]): number {
  return dot(work, costs)
}

/** From the median of absolute deviations, which stalls do not affect. */
function deviationOf(rows: readonly StepRow[], costs: readonly number[]): number {
  return 1.4826 * median(rows.map((row) => Math.abs(residual(row, costs))))
}

function noiseOf(runs: readonly (readonly StepRow[])[], costs: readonly number[]) {
  let [squares, products, count] = [0, 0, 0]
  for (const rows of runs) {
    let before: number | null = null
    for (const row of rows) {
      const deviation = residual(row, costs)
      squares += deviation ** 2
      count++
      if (before !== null) products += before * deviation
      before = deviation
    }
  }
  const memory = squares === 0 ? 0 : Math.min(0.99, products / squares)
  return { deviation: Math.sqrt(squares / Math.max(1, count)), memory }
}

/** Normal equations, and the quantities that they lack: the sum of squares of the values and their number. */
type Sums = {
  readonly products: Matrix
  readonly targets: Float64Array
  squares: number
  count: number
}

function emptySums(): Sums {
  return {
    products: costNames.map(() => new Float64Array(costNames.length)),
    targets: new Float64Array(costNames.length),
    squares: 0,
    count: 0,
  }
}

/**
 * For errors relative to the expected durations, because errors relative to the measured ones would favour rows that are short by
 * chance. If there are no costs yet, relative to the median.
 */
function sums(rows: readonly StepRow[], costs: readonly number[] | null): Sums {
  const total = emptySums()
  total.count = rows.length
  const medianS = costs === null ? median(rows.map(({ durationS }) => durationS)) : 1
  for (const each of rows) {
    const { work, durationS } = each
    const scaleS = costs === null ? medianS : Math.max(expectedS(each, costs), 1e-9)
    total.squares += (durationS / scaleS) ** 2
    for (const [at, row] of total.products.entries()) {
      const left = (work[at] ?? 0) / scaleS ** 2
      total.targets[at] = (total.targets[at] ?? 0) + left * durationS
      for (let column = 0; column < row.length; column++)
        row[column] = (row[column] ?? 0) + left * (work[column] ?? 0)
    }
  }
  return total
}

function add(total: Sums, more: Sums): void {
  total.count += more.count
  total.squares += more.squares
  addTo(total.targets, more.targets)
  for (const [at, row] of total.products.entries()) addTo(row, more.products[at] ?? [])
}

function addTo(total: Float64Array, more: ArrayLike<number>): void {
  for (let at = 0; at < total.length; at++) total[at] = (total[at] ?? 0) + (more[at] ?? 0)
}

/** With noise of autocorrelation `memory`, the effective number of steps is smaller. */
export function independentSteps(count: number, memory: number): number {
  const kept = Math.max(0, memory)
  return (count * (1 - kept)) / (1 + kept)
}

/** Best of all subsets of costs whose solution has no negative one; the others are zero. */
function solved({ products, targets, squares, count }: Sums, memory: number): number[] {
  let best = costNames.map(() => 0)
  let bestScore = Infinity
  for (let subset = 1; subset < 1 << costNames.length; subset++) {
    const used = costNames.flatMap((_, index) => ((subset >> index) & 1 ? index : []))
    const usedTargets = used.map((at) => targets[at] ?? 0)
    const found = solvedNormalEquations(
      used.map((at) => Float64Array.from(used, (other) => products[at]?.[other] ?? 0)),
      usedTargets,
    )
    if (found === null || found.some((value) => value < 0)) continue
    const explained = dot(usedTargets, found)
    const unexplained = Math.max(1e-9 * squares, squares - explained)
    const extras = used.filter((at) => optional.includes(at)).length
    const score =
      independentSteps(count, memory) * Math.log(unexplained / count) + leastImprovement * extras
    if (score >= bestScore) continue
    bestScore = score
    best = costNames.map((_, at) => found[used.indexOf(at)] ?? 0)
  }
  return best
}
