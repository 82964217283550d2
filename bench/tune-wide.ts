// How good tunings are where few settings are: servers with thousands of settings in virtual time, beside random search with
// the same GPU time. docs/tuning.md has the table. Appends a line per seed to the file, and goes on where it was.
// node bench/tune-wide.ts run FILE [adjusted|held-out] [seeds] [minutes] [scenario]
// node bench/tune-wide.ts truth
// node bench/tune-wide.ts table FILE
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { planOf, type Scenario } from './tune/scenarios.ts'
import { VirtualServer } from './tune/virtual-server.ts'
import { randomSearch, virtualTuning } from './tune/virtual-tuning.ts'
import { adjustedOn, heldOut } from './tune/wide-scenarios.ts'
import { screened, WideTruth } from './tune/wide-truth.ts'

const [, , task = '', file = '', set = 'held-out', seedsText = '20', minutes = '60', only = ''] =
  process.argv
/** Settings as near as this are equal to a user. */
const equal = 0.02
const scenarios = set === 'adjusted' ? adjustedOn : heldOut

type Row = Readonly<{
  scenario: string
  seed: number
  tuned: number
  random: number
  holds: boolean
  isBetter: boolean
  settings: number
  randomSettings: number
  runs: number
  gpuMinutes: number
}>

function rowOf(scenario: Scenario, truth: WideTruth, seed: number): Row {
  const plan = planOf(scenario, Number(minutes) * (scenario.gpus ?? 1), seed)
  const server = () => new VirtualServer(scenario, 7000 + seed)
  const { answer, view } = virtualTuning(plan, server())
  const guess = answer.capacity?.capacity ?? 8
  const tuned = truth.of(answer.best?.choice, guess)
  const { low = 0, high = Infinity } = answer.capacity?.interval ?? {}
  const found = randomSearch(plan, server(), seed)
  return {
    ...{ scenario: scenario.name, seed, tuned, random: truth.of(found.choice, guess) },
    ...{ holds: low <= tuned && tuned <= high, isBetter: answer.isBetter },
    ...{ settings: view.candidates.length, randomSettings: found.settings },
    ...{ runs: view.spent.runs, gpuMinutes: view.spent.gpuSeconds / 60 },
  }
}

function rows(): Row[] {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Row]))
}

if (task === 'run') {
  for (let seed = 0; seed < Number(seedsText); seed++) {
    for (const scenario of scenarios) {
      const { name } = scenario
      const isKnown = rows().some((row) => row.scenario === name && row.seed === seed)
      if (isKnown || !name.startsWith(only)) continue
      const cpu = process.cpuUsage().user
      const row = rowOf(scenario, new WideTruth(scenario), seed)
      appendFileSync(file, `${JSON.stringify(row)}\n`)
      console.log(JSON.stringify(row), (process.cpuUsage().user - cpu) / 1e6)
    }
  }
}

if (task === 'truth') {
  for (const scenario of heldOut) {
    const all = screened(scenario)
    const optimum = new WideTruth(scenario).best(all)
    const within = (share: number) =>
      Object.values(all).filter((each) => each >= share * optimum).length
    const count = Object.keys(all).length
    console.log([scenario.name, count, optimum, within(0.95), within(0.9)].join(' | '))
  }
}

if (task === 'table') {
  for (const scenario of [...adjustedOn, ...heldOut]) {
    const own = rows().filter((row) => row.scenario === scenario.name)
    if (own.length > 0) console.log(tableRow(scenario, own))
  }
}

function tableRow(scenario: Scenario, own: readonly Row[]): string {
  const best = new WideTruth(scenario).best()
  const ratios = own.map(({ tuned, random }) => tuned / random)
  const of = (values: readonly number[]) =>
    [median(values), Math.min(...values)].map((value) => `${((100 * value) / best).toFixed(1)} %`)
  const count = (is: (ratio: number) => boolean) => ratios.filter(is).length
  const ratio = `${(100 * median(ratios)).toFixed(1)} %`
  return [
    ...[scenario.name, own.length, best.toFixed(2)],
    ...[median(own.map(({ settings }) => settings)), median(own.map((row) => row.randomSettings))],
    ...of(own.map(({ tuned }) => tuned)),
    ...of(own.map(({ random }) => random)),
    ratio,
    count((ratio) => ratio > 1 + equal),
    count((ratio) => Math.abs(ratio - 1) <= equal),
    count((ratio) => ratio < 1 - equal),
    own.filter(({ holds }) => holds).length,
    own.filter(({ isBetter }) => isBetter).length,
  ].join(' | ')
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? NaN
}
