// Quality and certainty of tunings: simulated servers with thousands of settings in virtual time, compared with random search
// and, with a Python that has it, Optuna's TPE, all with the same GPU time. docs/tuning.md has the table. Appends a line per seed
// to the file, and continues from the last one.
// [OPTUNA_PYTHON=python] node src/features/tune/bench/tune-truth.ts run FILE [adjusted|held-out] [0..19] [minutes] [scenario] [most rows]
// node src/features/tune/bench/tune-truth.ts truth [adjusted|held-out] [scenario]
// node src/features/tune/bench/tune-truth.ts table FILE
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { mean } from '#core/base/spread.ts'
import { gpusOf } from '#features/tune/core/cost.ts'
import { poolOf } from '#features/tune/core/pool.ts'
import { choiceKey } from '#features/tune/core/space.ts'
import { KnownTruth, screened } from './known-truth.ts'
import { planOf, type Scenario } from './scenario.ts'
import { adjustedOn, heldOut } from './scenarios.ts'
import { tpeSearch } from './tpe-search.ts'
import { VirtualServer } from './virtual-server.ts'
import { randomSearch, searchSeconds, virtualTuning } from './virtual-tuning.ts'

const [, , task = '', ...rest] = process.argv
const python = process.env['OPTUNA_PYTHON'] ?? null
/** Settings closer than the first share are equal to a user; closer than the second, within the error of the measured truth. */
const thresholds = [0.02, 0.01]

type Row = Readonly<{
  scenario: string
  seed: number
  tuned: number
  random: number
  tpe?: number
  /** Whether the tuning keeps the defaults. */
  keeps: boolean
  isBetter: boolean
  holds: boolean
  settings: number
  randomSettings: number
  runs: number
  gpuMinutes: number
  choice: string
  randomChoice: string
}>

function rowOf(
  scenario: Scenario,
  truth: KnownTruth,
  { seed, minutes }: Readonly<{ seed: number; minutes: number }>,
): Row {
  const plan = planOf(scenario, minutes * (scenario.gpus ?? 1), seed)
  const { answer, view } = virtualTuning(plan, serverOf(scenario, seed))
  const guess = answer.capacity?.capacity ?? 8
  const found = randomSearch(plan, serverOf(scenario, seed), seed)
  const tuned = truth.of(answer.best?.choice, guess)
  const random = truth.of(found.choice, guess)
  const { low = 0, high = Infinity } = answer.capacity?.interval ?? {}
  return {
    ...{ scenario: scenario.name, seed, tuned, random },
    ...{ keeps: answer.best !== null && !answer.isBetter, isBetter: answer.isBetter },
    holds: low <= tuned && tuned <= high,
    ...{ settings: view.candidates.length, randomSettings: found.settings },
    ...{ runs: view.spent.runs, gpuMinutes: view.spent.gpuSeconds / 60 },
    ...{ choice: choiceKey(answer.best?.choice ?? []), randomChoice: choiceKey(found.choice) },
  }
}

function serverOf(scenario: Scenario, seed: number): VirtualServer {
  return new VirtualServer(scenario, 7000 + seed)
}

/** Includes the result of TPE, from this Python's Optuna. */
async function withTpe(
  python: string,
  scenario: Scenario,
  { row, minutes }: Readonly<{ row: Row; minutes: number }>,
) {
  const { seed } = row
  const plan = planOf(scenario, minutes * (scenario.gpus ?? 1), seed)
  const choice = await tpeSearch(plan, serverOf(scenario, seed), { python, seed })
  return { ...row, tpe: new KnownTruth(scenario).of(choice, row.tuned) }
}

/** The last row of each scenario and seed, because TPE may be added later. */
function rowsIn(file: string): Row[] {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n')
  const rows = lines.flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Row]))
  return [...new Map(rows.map((row) => [`${row.scenario} ${row.seed}`, row])).values()]
}

function scenariosOf(set: string, only: string): readonly Scenario[] {
  return (set === 'adjusted' ? adjustedOn : heldOut).filter(({ name }) => name.startsWith(only))
}

if (task === 'run') {
  const [file = '', set = 'held-out', seeds = '0..19', minutes = '180', only = '', most = '1e9'] =
    rest
  let left = Number(most)
  const [first = 0, last = first] = seeds.split('..').map(Number)
  for (let seed = first; seed <= last; seed++) {
    for (const scenario of scenariosOf(set, only)) {
      const known = rowsIn(file).find((row) => row.scenario === scenario.name && row.seed === seed)
      if (known !== undefined && (python === null || known.tpe !== undefined)) continue
      if (left-- <= 0) process.exit(3)
      const budget = { seed, minutes: Number(minutes) }
      const row = known ?? rowOf(scenario, new KnownTruth(scenario), budget)
      const whole = python === null ? row : await withTpe(python, scenario, { row, ...budget })
      appendFileSync(file, `${JSON.stringify(whole)}\n`)
      console.log(JSON.stringify(whole))
    }
  }
}

if (task === 'truth') {
  const [set = 'held-out', only = ''] = rest
  for (const scenario of scenariosOf(set, only)) {
    const all = screened(scenario)
    const truth = new KnownTruth(scenario)
    const optimum = truth.best(all)
    // All were screened with the same arrivals and therefore share their luck.
    const highest = Object.values(all).reduce((one, other) => Math.max(one, other), 0)
    const within = (share: number) =>
      Object.values(all).filter((each) => each >= share * highest).length
    const defaults = truth.of(Object.keys(all)[0]?.split('.').map(Number), optimum)
    const failing = Object.values(all).filter((each) => each === 0).length
    const figures = [optimum, defaults / optimum, gridHours(scenario)].map((each) =>
      each.toPrecision(4),
    )
    const counts = [Object.keys(all).length, failing, within(0.95), within(0.9)]
    console.log([scenario.name, ...counts, ...figures].join(' | '))
  }
}

/** GPU hours of a search for the capacity of every setting, extrapolated from some of them. */
function gridHours(scenario: Scenario): number {
  const plan = planOf(scenario, 1, 0)
  const { tune } = plan
  if (tune === null) return NaN
  const pool = poolOf(plan, tune)
  const sample = pool.filter((_, index) => index % Math.ceil(pool.length / 24) === 0)
  const server = new VirtualServer(scenario, 99)
  const gpuSeconds = sample.map(
    (choice) => searchSeconds(plan, server, choice) * gpusOf(plan, tune, choice),
  )
  return (mean(gpuSeconds) * pool.length) / 3600
}

if (task === 'table') {
  const rows = rowsIn(rest[0] ?? '')
  for (const scenario of [...adjustedOn, ...heldOut]) {
    const own = rows.filter((row) => row.scenario === scenario.name)
    if (own.length > 0) console.log(tableRow(scenario, own))
  }
}

function tableRow(scenario: Scenario, own: readonly Row[]): string {
  const best = new KnownTruth(scenario).best()
  const of = (values: readonly number[]) =>
    [median(values), Math.min(...values)].map((value) => `${((100 * value) / best).toFixed(1)} %`)
  const besides = (name: 'random' | 'tpe') => {
    const pairs = own.flatMap(({ tuned, [name]: other }) =>
      other === undefined ? [] : [{ tuned, other }],
    )
    if (pairs.length === 0) return []
    const others = pairs.map(({ other }) => other)
    const ratios = pairs.map(({ tuned, other }) => tuned / other)
    const counted = thresholds.map((equal) =>
      [
        ratios.filter((ratio) => ratio > 1 + equal).length,
        ratios.filter((ratio) => Math.abs(ratio - 1) <= equal).length,
        ratios.filter((ratio) => ratio < 1 - equal).length,
      ].join(', '),
    )
    return [...of(others), `${(100 * median(ratios)).toFixed(1)} %`, ...counted]
  }
  const count = (is: (row: Row) => boolean) => own.filter(is).length
  return [
    ...[scenario.name, own.length, best.toFixed(2)],
    ...[median(own.map(({ settings }) => settings)), median(own.map((row) => row.randomSettings))],
    ...of(own.map(({ tuned }) => tuned)),
    ...besides('random'),
    ...besides('tpe'),
    count(({ holds }) => holds),
    count(({ isBetter }) => isBetter),
  ].join(' | ')
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.length >> 1
  const high = sorted[middle] ?? NaN
  return sorted.length % 2 === 1 ? high : (high + (sorted[middle - 1] ?? NaN)) / 2
}
