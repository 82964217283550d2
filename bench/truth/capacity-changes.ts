// How often the capacity of a server is said to have changed: never of one that stays the same, always of one that a replica
// joins, or that loses places.
import { judgeRun } from '#core/judgement/judge-run.ts'
import {
  cacheEngines,
  losingEngine,
  longPromptsEngine,
  oddEngines,
  otherEngines,
  scalingEngine,
  steadyEngines,
} from './engines.ts'
import { capacityOf, runOn } from './known-truth.ts'
import { type Asked, shareText } from './score.ts'

/** Shares of the capacity, and seconds. */
const loads = [
  [0.7, 60],
  [0.85, 60],
  [0.95, 60],
  [1.05, 60],
  [1.05, 180],
  [1.2, 60],
  [1.5, 60],
  [2, 30],
] as const

const stable = [
  ...steadyEngines,
  ...otherEngines,
  ...cacheEngines,
  ...oddEngines,
  longPromptsEngine,
]

export function* capacityChangeRows({ replications, seed, only }: Asked): Generator<string> {
  for (const [place, engine] of [...stable, scalingEngine, losingEngine].entries()) {
    if (only !== null && only !== place) continue
    const capacity = capacityOf(engine)
    const found = loads.map(([share, seconds]) => {
      const load = { rate: share * capacity, concurrency: 1 }
      const requests = Math.round(seconds * load.rate)
      const runs = Array.from({ length: replications }, (_, at) =>
        runOn(engine, { ...load, requests }, seed + at),
      )
      const changed = runs.filter(
        ({ summary }) => summary.certainty?.pace?.loadToCapacity?.capacityChange !== undefined,
      )
      const saturated = runs.filter((run) => judgeRun(run)?.isSaturated === true)
      return { changed: changed.length, saturated: saturated.length }
    })
    const all = found.reduce((sum, { changed }) => sum + changed, 0)
    yield [
      `${engine.name}: changed ${shareText(all, loads.length * replications)}`,
      ...loads.map(
        ([share, seconds], at) =>
          `${Math.round(100 * share)} %, ${seconds} s ${found[at]?.changed ?? 0}, saturated ${found[at]?.saturated ?? 0}`,
      ),
    ].join(' | ')
  }
}
