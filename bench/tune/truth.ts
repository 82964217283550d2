// The true capacity of every setting: the load at which many runs without noise meet the limit on average.
import type { SweepPlan } from '#core/model/sweep/sweep.ts'
import { mean } from '#core/stats/spread.ts'
import { pointConfig } from '#core/sweep/sweep-points.ts'
import { roundedLoad } from '#core/sweep/search/curve-levels.ts'
import { nearRunOf } from '#core/tune/estimate.ts'
import { poolOf, serverFlags } from '#core/tune/pool.ts'
import { choiceKey } from '#core/tune/space.ts'
import { measuredOn } from './virtual-server.ts'
import { runningAs, speedOf, type Running, type Scenario } from './scenarios.ts'

/** By `choiceKey`; 0 for settings that fail. */
export type Truth = Readonly<Record<string, number>>

const steps = 2
/** Half the distance of two loads, as a share, and the runs at each; where their line meets the limit is the next middle. */
type Rounds = readonly (readonly [number, number])[]
/** Known within some 3 %: enough to rank several hundred settings. */
const roughRounds: Rounds = [
  [0.1, 3],
  [0.06, 6],
  [0.05, 14],
]
/** Known within 0.5 %. */
const exactRounds: Rounds = [
  [0.08, 10],
  [0.05, 30],
  [0.04, 60],
  [0.04, 60],
]

/** Of one setting, by what is known so far. */
export function trueCapacity(
  scenario: Scenario,
  plan: SweepPlan,
  choice: readonly number[],
  guess: number,
): number {
  const rough = roughCapacity(scenario, plan, choice, guess)
  return rough === 0
    ? 0
    : narrowed(excessesOf(scenario, plan, choice), Math.log(rough), exactRounds)
}

function roughCapacity(
  scenario: Scenario,
  plan: SweepPlan,
  choice: readonly number[],
  guess: number,
): number {
  if (plan.tune === null) throw new TypeError('The plan tunes nothing.')
  const flags = serverFlags(plan, plan.tune, choice)
  return scenario.crashes(flags)
    ? 0
    : capacityOf(plan, excessesOf(scenario, plan, choice), { guess, rounds: roughRounds, runs: 2 })
}

/** Of a server as it runs, within some 10 %: enough to find those that may be the best. */
export function screenedCapacity(
  scenario: Scenario,
  plan: SweepPlan,
  { running, guess }: Readonly<{ running: Running; guess: number }>,
): number {
  return capacityOf(plan, excessesOn(scenario, plan, running), { guess, rounds: [], runs: 1 })
}

/** Of every setting, roughly. */
export function truthOf(scenario: Scenario, plan: SweepPlan): Truth {
  const { tune } = plan
  if (tune === null) throw new TypeError('The plan tunes nothing.')
  let guess = 8
  const found = poolOf(plan, tune).map((choice) => {
    const capacity = roughCapacity(scenario, plan, choice, guess)
    if (capacity > 0) guess = capacity
    return [choiceKey(choice), capacity] as const
  })
  return Object.fromEntries(found)
}

/** The mean of so many runs at a load, given as a logarithm. */
type MeanExcess = (log: number, runs: number) => number

function excessesOf(scenario: Scenario, plan: SweepPlan, choice: readonly number[]): MeanExcess {
  if (plan.tune === null) throw new TypeError('The plan tunes nothing.')
  const flags = serverFlags(plan, plan.tune, choice)
  const running = runningAs(scenario, flags, speedOf(scenario, flags))
  return excessesOn(scenario, plan, running)
}

function excessesOn(scenario: Scenario, plan: SweepPlan, running: Running): MeanExcess {
  const { search, tune } = plan
  if (search === null || tune === null) throw new TypeError('The plan tunes nothing.')
  const settings = tune.flags.map(() => 0)
  let seed = 1
  return (log, runs) => {
    const load = roundedLoad(search, Math.exp(log))
    const isRate = search.over === 'requestRate'
    const cell = {
      requestRate: isRate ? load : ('inf' as const),
      maxConcurrency: isRate ? null : load,
    }
    const config = pointConfig(plan, { settings, seedOffset: 0, ...cell })
    const excesses = Array.from({ length: runs }, () => {
      const summary = measuredOn(scenario, { running, config, seed: seed++ })
      return nearRunOf(plan, { load, repeat: 0, config, summary }).excess
    })
    return mean(excesses)
  }
}

/** Outwards from the guess, then inwards, then by lines through the mean excess on both sides. */
function capacityOf(
  { search }: SweepPlan,
  excessAt: MeanExcess,
  { guess, rounds, runs }: Readonly<{ guess: number; rounds: Rounds; runs: number }>,
): number {
  if (search === null) throw new TypeError('The plan tunes nothing.')
  let [low, high] = [Math.log(guess), Math.log(guess)]
  if (excessAt(low, 1) > 0) {
    while (low > Math.log(search.from) && excessAt((low -= 0.2), 1) > 0) high = low
  } else {
    while (high < Math.log(search.upTo) && excessAt((high += 0.2), 1) <= 0) low = high
  }
  for (let step = 0; step < steps; step++) {
    const middle = (low + high) / 2
    if (excessAt(middle, runs) > 0) high = middle
    else low = middle
  }
  return narrowed(excessAt, (low + high) / 2, rounds)
}

function narrowed(excessAt: MeanExcess, start: number, rounds: Rounds): number {
  let centre = start
  for (const [apart, runs] of rounds) {
    const [below, above] = [excessAt(centre - apart, runs), excessAt(centre + apart, runs)]
    const slope = Math.max(0.3, (above - below) / (2 * apart))
    centre -= Math.max(-2 * apart, Math.min(2 * apart, (above + below) / 2 / slope))
  }
  return Math.exp(centre)
}
