// True optimum of a scenario with thousands of settings. Many flags change only the speed of a server, and a faster server never
// has less capacity: of settings that otherwise behave alike, the fastest is screened, and the others are scaled. The best of all
// are then measured precisely, as is every setting that a search recommends.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SweepPlan } from '#core/model/sweep.ts'
import { isAllowed, serverFlags } from '#features/tune/core/pool.ts'
import { choiceKey, settingsOf } from '#features/tune/core/space.ts'
import { planOf, runningAs, type Scenario } from './scenario.ts'
import { screenedCapacity, trueCapacity } from './truth.ts'

const folder = join(dirname(fileURLToPath(import.meta.url)), '../../.cache/tune-truth')
/** Approximately best settings, one of which is the true best. */
const mostBest = 4

/** By `choiceKey`. */
type Capacities = Record<string, number>

export class KnownTruth {
  readonly #scenario: Scenario
  readonly #plan: SweepPlan
  readonly #file: string
  readonly #known: Capacities

  constructor(scenario: Scenario) {
    this.#scenario = scenario
    this.#plan = planOf(scenario, 1, 0)
    this.#file = fileFor(scenario, 'exact')
    this.#known = read(this.#file)
  }

  /** 0 if nothing is recommended. */
  of(choice: readonly number[] | undefined, guess: number): number {
    if (choice === undefined || choice.length === 0) return 0
    const key = choiceKey(choice)
    const known = this.#known[key]
    if (known !== undefined) return known
    const best = Math.max(0, ...Object.values(this.#known))
    const found = trueCapacity(this.#scenario, this.#plan, choice, { guess, best })
    // Another process may have written in the meantime.
    Object.assign(this.#known, read(this.#file), { [key]: found })
    write(this.#file, this.#known)
    return found
  }

  /** Returns the best measured capacity; `screened` names further settings to measure first. */
  best(screened: Capacities = {}): number {
    for (const [key, capacity] of roughlyBest(screened, mostBest)) {
      this.of(key.split('.').map(Number), capacity)
    }
    return Math.max(...Object.values(this.#known))
  }
}

function roughlyBest(screened: Capacities, count: number): [string, number][] {
  return Object.entries(screened)
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, count)
}

/** Every allowed setting; 0 for those that fail. */
export function screened(scenario: Scenario): Capacities {
  const file = fileFor(scenario, 'screened')
  if (existsSync(file)) return read(file)
  const plan = planOf(scenario, 1, 0)
  const { tune } = plan
  if (tune === null) throw new TypeError('The plan tunes nothing.')
  const all = settingsOf(tune.flags).filter((choice) => isAllowed(plan, tune, choice))
  const flagsFor = (choice: readonly number[]) => serverFlags(plan, tune, choice)
  const known = all.map((choice) => {
    const flags = flagsFor(choice)
    const key = scenario.crashes(flags) ? null : JSON.stringify(runningAs(scenario, flags, 1))
    return { name: choiceKey(choice), flags, key, speed: scenario.speed(flags) }
  })
  const fastest = new Map<string, (typeof known)[number]>()
  for (const each of known) {
    const { key, speed } = each
    if (key !== null && speed > (fastest.get(key)?.speed ?? 0)) fastest.set(key, each)
  }
  const byKey = new Map<string, number>()
  let best: number | null = null
  for (const [key, { flags, speed }] of fastest) {
    const running = runningAs(scenario, flags, speed)
    const capacity = screenedCapacity(scenario, plan, { running, best })
    byKey.set(key, capacity)
    best = Math.max(best ?? 0, capacity)
  }
  const found = Object.fromEntries(
    known.map(({ name, key, speed }) => {
      const share = speed / (fastest.get(key ?? '')?.speed ?? 1)
      return [name, key === null ? 0 : (byKey.get(key) ?? 0) * share]
    }),
  )
  write(file, found)
  return found
}

function fileFor({ name }: Scenario, kind: string): string {
  return join(folder, `${name.replaceAll(/[^a-zA-Z0-9]+/g, '-')}-${kind}.json`)
}

function read(file: string): Capacities {
  return existsSync(file) ? { ...(JSON.parse(readFileSync(file, 'utf8')) as Capacities) } : {}
}

function write(file: string, values: Capacities): void {
  mkdirSync(folder, { recursive: true })
  // Written atomically, because other processes read it.
  const written = `${file}.${process.pid}`
  writeFileSync(written, JSON.stringify(values))
  renameSync(written, file)
}
