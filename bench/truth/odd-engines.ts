// Servers unlike those that the rules were chosen with, as adversaries: what is said of their runs, and how often it is true.
import { judgeRun } from '#core/judgement/judge-run.ts'
import { latencyFigure } from '#core/judgement/known-figures.ts'
import {
  engineOf,
  oddEngines,
  quickeningEngine,
  rateLimitedEngine,
  scalingEngine,
  type Engine,
} from './engines.ts'
import { capacityOf, longRun, runOn, statisticName, trueFigures } from './known-truth.ts'
import { statistics } from './other-loads.ts'
import { type Asked, verdictTexts } from './score.ts'

export function* oddEngineRows({ replications, seed, only }: Asked): Generator<string> {
  for (const [place, engine] of oddEngines.entries()) {
    if (only !== null && only !== place) continue
    const capacity = capacityOf(engine)
    yield `${engine.name}: capacity ${capacity.toFixed(1)} req/s`
    for (const share of [0.5, 0.7, 0.85])
      for (const requests of [400, 1000])
        yield intervalRow(engine, share * capacity, { share, requests })
    for (const share of [0.5, 0.7, 0.85, 0.95, 1.05, 1.2])
      yield verdictRow(engine, share * capacity, `${Math.round(100 * share)} %`)
  }
  if (only === null || only === oddEngines.length) {
    for (const [engine, capacity] of [
      [scalingEngine, capacityOf(scalingEngine)],
      [quickeningEngine, capacityOf(engineOf('batching'))],
    ] as const)
      for (const share of [0.4, 0.7, 0.9, 1.1])
        yield verdictRow(engine, share * capacity, `${Math.round(100 * share)} % of the end`)
    for (const rate of [12, 14, 16, 18])
      yield verdictRow(rateLimitedEngine, rate, `${rate} requests/s`)
  }

  function verdictRow(engine: Engine, rate: number, load: string): string {
    const requests = Math.round(60 * rate)
    const runs = Array.from({ length: replications }, (_, at) =>
      judgeRun(runOn(engine, { rate, concurrency: 1, requests }, seed + at)),
    )
    return [`${engine.name}, ${load}, 60 s`, ...verdictTexts(runs)].join(' | ')
  }

  /** Of a server in its usual state. */
  function intervalRow(
    engine: Engine,
    rate: number,
    { share, requests }: Readonly<{ share: number; requests: number }>,
  ): string {
    const truths = trueFigures(longRun(engine, rate, 2), statistics)
    const load = { rate, concurrency: 1, requests, warmUps: 2000 }
    const runs = Array.from({ length: replications }, (_, at) => runOn(engine, load, seed + at))
    const held = statistics.map((statistic, at) => {
      const truth = truths[at] ?? NaN
      const given = runs.flatMap(({ summary }) => latencyFigure(summary, statistic)?.interval ?? [])
      const holding = given.filter(({ low, high }) => low <= truth && truth <= high)
      return `${statisticName(statistic)} ${holding.length} of ${given.length}`
    })
    return [`${engine.name}, ${Math.round(100 * share)} %, ${requests} requests`, ...held].join(
      ' | ',
    )
  }
}
