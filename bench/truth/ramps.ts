// What is said of a linear ramp of the request rate: whether it rose above the capacity of the server, and what it carried there.
import { judgeRun } from '#core/judgement/judge-run.ts'
import { carriedInterval } from '#core/stats/carried-rate.ts'
import { intervalsText } from './conversations.ts'
import { otherEngines, steadyEngines } from './engines.ts'
import { capacityOf, runOn } from './known-truth.ts'
import { type Asked, shareText } from './score.ts'

/** First and last rate as shares of the capacity, and requests. */
const ramps = [
  [0.2, 0.8, 500],
  [0.2, 0.95, 1000],
  [0.2, 1.2, 1000],
  [0.3, 1.6, 500],
  [0.5, 2, 2000],
] as const

export function* rampRows({ replications, seed, only }: Asked): Generator<string> {
  for (const [place, engine] of [...steadyEngines, ...otherEngines].entries()) {
    if (only !== null && only !== place) continue
    const rate = capacityOf(engine)
    for (const [from, to, requests] of ramps) {
      const load = { rate, concurrency: 1, requests, ramp: { from, to } }
      const runs = Array.from({ length: replications }, (_, at) => runOn(engine, load, seed + at))
      const saturated = runs.map(judgeRun).filter((one) => one?.isSaturated === true).length
      const carried = runs.map(({ summary: { certainty } }) =>
        certainty?.carried
          ? { value: certainty.carried.perS, interval: carriedInterval(certainty.carried) }
          : null,
      )
      yield [
        `${engine.name}, ${Math.round(100 * from)} to ${Math.round(100 * to)} %, ${requests}`,
        `saturated ${shareText(saturated, replications)}`,
        `carried ${intervalsText(carried, rate)}`,
      ].join(' | ')
    }
  }
}
