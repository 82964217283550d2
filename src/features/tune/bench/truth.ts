// True capacity of a setting: the load at which many noiseless runs meet the limit on average.
import type { SweepPlan } from '#core/model/sweep.ts'
import { mean } from '#core/base/spread.ts'
import { pointConfig } from '#core/sweep/sweep-points.ts'
import { roundedLoad } from '#core/sweep/search/curve-levels.ts'
import { nearRunOf } from '#features/tune/core/estimate.ts'
import { serverFlags } from '#features/tune/core/pool.ts'
import { measuredOn } from './virtual-server.ts'
import { runningAs, type Running, type Scenario } from './scenario.ts'

const steps = 2
/** Half the relative distance of two loads, and the runs at each; their line's crossing with the limit is the next centre. */
type Rounds = readonly (readonly [number, number])[]
const roughRounds: Rounds = [
  [0.1, 3],
  [0.06, 6],
  [0.05, 14],
]
const exactRounds: Rounds = [
  [0.05, 30],
  [0.04, 80],
]
/** Share of the best capacity; below it, the approximate capacity decides every comparison. */
const closeToBest = 0.9
/** Differs from the seeds of all tunings. */
const firstSeed = 1e9

/** Capacity of one setting, measured precisely only if it is near the best known. */
export function trueCapacity(
  scenario: Scenario,
  plan: SweepPlan,
  choice: readonly number[],
  { guess, best }: Readonly<{ guess: number; best: number }>,
): number {
  if (plan.tune === null) throw new TypeError('The plan tunes nothing.')
  const flags = serverFlags(plan, plan.tune, choice)
  if (scenario.crashes(flags)) return 0
  const running = runningAs(scenario, flags, scenario.speed(flags))
  const excessAt = excessesOn(scenario, plan, running)
  const rough = capacityOf(plan, excessAt, { guess, rounds: roughRounds, runs: 2 })
  if (rough < closeToBest * best) return rough
  return narrowed(excessAt, Math.log(rough), exactRounds)
}

/** Share of the best so far: a server that one run shows to be overloaded there is not screened further. */
const promising = 0.8
const surelyOverloaded = 0.1

/** Capacity to about 10 %, or an upper bound: enough to find the candidates. */
export function screenedCapacity(
  scenario: Scenario,
  plan: SweepPlan,
  { running, best }: Readonly<{ running: Running; best: number | null }>,
): number {
  const excessAt = excessesOn(scenario, plan, running)
  const least = promising * (best ?? 0)
  if (best !== null && excessAt(Math.log(least), 1) > surelyOverloaded) return least
  return capacityOf(plan, excessAt, { guess: best ?? firstGuess, rounds: [], runs: 1 })
}

const firstGuess = 8

/** Mean excess over `runs` runs, at the load whose logarithm is `log`. */
type MeanExcess = (log: number, runs: number) => number

function excessesOn(scenario: Scenario, plan: SweepPlan, running: Running): MeanExcess {
  const { search, tune } = plan
  if (search === null || tune === null) throw new TypeError('The plan tunes nothing.')
  const settings = tune.flags.map(() => 0)
  let seed = firstSeed
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

/** Outwards from the guess, then inwards, then along lines through the mean excess on both sides. */
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
