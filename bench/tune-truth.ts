// How good and how certain tunings are: simulated servers in virtual time, settings of which are known; beside random
// search and, with a Python that has it, Optuna's TPE. docs/tuning.md has the table.
// [OPTUNA_PYTHON=python] node bench/tune-truth.ts [seeds] [share of the grid's time] [scenario]
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { choiceKey } from '#core/tune/space.ts'
import type { SweepPlan } from '#core/model/sweep/sweep.ts'
import { planOf, scenarios, type Scenario } from './tune/scenarios.ts'
import { trueCapacity, truthOf, type Truth } from './tune/truth.ts'
import { tpeSearch } from './tune/tpe-search.ts'
import { VirtualServer } from './tune/virtual-server.ts'
import { capacityOf, randomSearch, virtualTuning } from './tune/virtual-tuning.ts'
import { poolOf } from '#core/tune/pool.ts'

const [, , seedsText = '20', shareText = '0.06', only = ''] = process.argv
const seeds = Number(seedsText)
const share = Number(shareText)
const python = process.env['OPTUNA_PYTHON'] ?? null

/** Settings as near as this are equal to a user. */
const equal = 0.02

/** The roughly best of which the exact best is one. */
const mostBest = 24

/** Measuring settings takes minutes: kept between calls. */
class KnownTruth {
  readonly #scenario: Scenario
  readonly #plan: SweepPlan
  readonly #file: string
  readonly #known: Record<string, number>

  constructor(scenario: Scenario, index: number) {
    this.#scenario = scenario
    this.#plan = planOf(scenario, 1, 0)
    this.#file = join(tmpdir(), `kneepoint-tune-exact-${index}.json`)
    this.#known = this.#kept(this.#file) ?? {}
    if (!scenario.isHeldOut) this.#addBest(join(tmpdir(), `kneepoint-tune-truth-${index}.json`))
  }

  of(choice: readonly number[] | undefined, guess: number): number {
    if (choice === undefined || choice.length === 0) return 0
    const key = choiceKey(choice)
    const known = this.#known[key]
    if (known !== undefined) return known
    const found = trueCapacity(this.#scenario, this.#plan, choice, guess)
    this.#known[key] = found
    writeFileSync(this.#file, JSON.stringify(this.#known))
    return found
  }

  get best(): number {
    return Math.max(...Object.values(this.#known))
  }

  #addBest(roughFile: string): void {
    const { tune } = this.#plan
    if (tune === null) return
    let rough = this.#kept(roughFile)
    if (rough === null) {
      rough = truthOf(this.#scenario, this.#plan)
      writeFileSync(roughFile, JSON.stringify(rough))
    }
    const capacityOf = (choice: readonly number[]) => rough[choiceKey(choice)] ?? 0
    const byCapacity = poolOf(this.#plan, tune).toSorted(
      (one, other) => capacityOf(other) - capacityOf(one),
    )
    for (const choice of byCapacity.slice(0, mostBest)) this.of(choice, capacityOf(choice))
  }

  #kept(file: string): Record<string, number> | null {
    return existsSync(file) ? { ...(JSON.parse(readFileSync(file, 'utf8')) as Truth) } : null
  }
}

/** Of a search for the capacity of every setting, by some of them. */
function gridSeconds(scenario: Scenario): number {
  const plan = planOf(scenario, 1, 0)
  const pool = plan.tune === null ? [] : poolOf(plan, plan.tune)
  const sample = pool.filter((_, index) => index % Math.ceil(pool.length / 24) === 0)
  const server = new VirtualServer(scenario, 99)
  const seconds = sample.reduce((sum, choice) => sum + capacityOf(plan, server, choice).seconds, 0)
  return (seconds / sample.length) * pool.length
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? NaN
}

const percent = (value: number) => `${(100 * value).toFixed(1)} %`

type Row = Readonly<{
  tuned: number
  others: Readonly<Record<string, number>>
  holds: boolean
  isBetter: boolean
  spent: number
}>

async function rowOf(
  scenario: Scenario,
  truth: KnownTruth,
  { seed, gridS }: Readonly<{ seed: number; gridS: number }>,
): Promise<Row> {
  const plan = planOf(scenario, (share * gridS) / 60, seed)
  const server = () => new VirtualServer(scenario, 7000 + seed)
  const { answer, view } = virtualTuning(plan, server())
  const guess = answer.capacity?.capacity ?? 8
  const tuned = truth.of(answer.best?.choice, guess)
  const { low = 0, high = Infinity } = answer.capacity?.interval ?? {}
  const others = {
    random: truth.of(randomSearch(plan, server(), seed).choice, guess),
    ...(python !== null && {
      TPE: truth.of(await tpeSearch(plan, server(), { python, seed }), guess),
    }),
  }
  const spent = view.spent.gpuSeconds / gridS
  return { tuned, others, holds: low <= tuned && tuned <= high, isBetter: answer.isBetter, spent }
}

/** Median and worst share of the best, then seeds in which the tuning is ahead, equal and behind. */
function besides(rows: readonly Row[], name: string, best: number): string[] {
  const shares = rows.map(({ others }) => (others[name] ?? 0) / best)
  const ratios = rows.map(({ tuned, others }) => tuned / (others[name] ?? NaN))
  const count = (is: (ratio: number) => boolean) => String(ratios.filter(is).length)
  return [
    percent(median(shares)),
    percent(Math.min(...shares)),
    count((ratio) => ratio > 1 + equal),
    count((ratio) => Math.abs(ratio - 1) <= equal),
    count((ratio) => ratio < 1 - equal),
  ]
}

const compared = ['random', ...(python === null ? [] : ['TPE'])]
const heads = ['median', 'worst', 'ahead', 'equal', 'behind']
console.log(
  [
    ...['scenario', 'settings', 'default', 'grid GPU h', 'spent', 'tuned', 'worst'],
    ...compared.flatMap((name) => heads.map((head) => `${name} ${head}`)),
    ...['holds', 'better'],
  ].join(' | '),
)
for (const [index, scenario] of scenarios.entries()) {
  if (only !== '' && String(index) !== only) continue
  const truth = new KnownTruth(scenario, index)
  const plan = planOf(scenario, 1, 0)
  const { tune } = plan
  if (tune === null) continue
  const gridS = gridSeconds(scenario)
  const rows: Row[] = []
  for (let seed = 0; seed < seeds; seed++) rows.push(await rowOf(scenario, truth, { seed, gridS }))
  const defaults = truth.of(
    tune.flags.map(() => 0),
    8,
  )
  const { best } = truth
  const tuned = rows.map((row) => row.tuned / best)
  const count = (is: (row: Row) => boolean) => rows.filter(is).length
  console.log(
    [
      scenario.name,
      poolOf(plan, tune).length,
      percent(defaults / best),
      (gridS / 3600).toFixed(1),
      percent(median(rows.map(({ spent }) => spent))),
      percent(median(tuned)),
      percent(Math.min(...tuned)),
      ...compared.flatMap((name) => besides(rows, name, best)),
      count(({ holds }) => holds),
      count(({ isBetter }) => isBetter),
    ].join(' | '),
  )
}
