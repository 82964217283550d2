// What is said of servers that refuse requests when they are full: that they are, never that the setup is wrong, and never that
// the load meets a limit; and how often the intervals of the admitted requests hold the truth.
import { judgeRun } from '#core/judgement/judge-run.ts'
import { latencyFigure } from '#core/judgement/known-figures.ts'
import { refusesLoad } from '#core/judgement/saturation.ts'
import { limitOutcomes } from '#core/sweep/limits.ts'
import { isSuccess } from '#core/records/measured-request.ts'
import { engineOf, refusingEngines } from './engines.ts'
import { capacityOf, longRun, runOn, statisticName, trueFigures } from './known-truth.ts'
import { type Asked, median, shareText } from './score.ts'

const statistics = [
  { metric: 'ttft', percentile: null },
  { metric: 'ttft', percentile: 50 },
  { metric: 'ttft', percentile: 90 },
  { metric: 'e2el', percentile: null },
] as const

/** Beyond every latency of these servers. */
const limit = { name: 'ttft', percentile: 90, bound: 1e6 } as const

export function* refusalRows({ replications, seed, only }: Asked): Generator<string> {
  for (const [place, { base, engine }] of refusingEngines.entries()) {
    if (only !== null && only !== place) continue
    const capacity = capacityOf(engineOf(base))
    for (const share of [0.7, 0.85, 1.05, 1.2, 2]) {
      const rate = share * capacity
      const truth = longRun(engine, rate)
      const truths = trueFigures(truth, statistics)
      const refusedShare = 1 - truth.filter(isSuccess).length / truth.length
      for (const requests of [100, 400, 1000]) {
        const load = { rate, concurrency: 1, requests, warmUps: 1000 }
        const runs = Array.from({ length: replications }, (_, at) => {
          const run = runOn(engine, load, seed + at)
          const judgement = judgeRun(run)
          const has = (code: string) => judgement?.reasons.some((one) => one.code === code) ?? false
          return {
            ...run,
            full: (judgement?.isSaturated ?? false) || has('rejected'),
            errors: has('errors'),
            refuses: refusesLoad(run.summary),
            held: limitOutcomes([limit], run)[0]?.state === 'held',
          }
        })
        const refusing = runs.filter(({ refuses }) => refuses)
        const intervals = statistics.map((statistic, at) => {
          const value = truths[at] ?? NaN
          const given = runs.flatMap(
            ({ summary }) => latencyFigure(summary, statistic)?.interval ?? [],
          )
          const held = given.filter(({ low, high }) => low <= value && value <= high)
          const half = median(given.map(({ low, high }) => (high - low) / 2 / value))
          return `${statisticName(statistic)} ${given.length}, holds ${shareText(held.length, given.length)} ± ${(100 * half).toFixed(0)} %`
        })
        yield [
          `${engine.name}, ${Math.round(100 * share)} %, refuses ${(100 * refusedShare).toFixed(1)} %, ${requests} requests`,
          `refused more than 1 % ${refusing.length}`,
          `said to be full ${shareText(refusing.filter(({ full }) => full).length, refusing.length)}`,
          `errors ${shareText(runs.filter(({ errors }) => errors).length, runs.length)}`,
          `limit met though refusing ${shareText(refusing.filter(({ held }) => held).length, refusing.length)}`,
          ...intervals,
        ].join(' | ')
      }
    }
  }
}
