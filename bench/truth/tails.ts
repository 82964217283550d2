// How often a run shows an interval of its slowest first tokens, and how often that misses the truth, by load and length.
import { latencyFigure } from '#core/judgement/known-figures.ts'
import { otherEngines, steadyEngines } from './engines.ts'
import { capacityOf, longRun, runOn, statisticName, trueFigure } from './known-truth.ts'
import { type Asked, shareText } from './score.ts'

const statistics = [95, 99].map((percentile) => ({ metric: 'ttft', percentile }) as const)

export function* tailRows({ replications, seed, only }: Asked): Generator<string> {
  for (const [index, engine] of [...steadyEngines, ...otherEngines].entries()) {
    if (only !== null && only !== index) continue
    const capacity = capacityOf(engine)
    for (const share of [0.5, 0.7, 0.85]) {
      const rate = share * capacity
      const long = longRun(engine, rate, share > 0.8 ? 8 : 2)
      for (const requests of [400, 1000, 4000]) {
        const load = { rate, concurrency: 1, requests, warmUps: 5000 }
        const runs = Array.from({ length: replications }, (_, at) => runOn(engine, load, seed + at))
        const shown = statistics.map((statistic) => {
          const truth = trueFigure(long, statistic)
          const given = runs.flatMap(
            ({ summary }) => latencyFigure(summary, statistic)?.interval ?? [],
          )
          const tooLow = given.filter(({ high }) => high < truth).length
          const tooHigh = given.filter(({ low }) => low > truth).length
          return [
            `${statisticName(statistic)} given ${given.length}/${replications}`,
            `holds ${given.length - tooLow - tooHigh}, ${shareText(given.length - tooLow - tooHigh, given.length)}`,
            `too low ${tooLow}, too high ${tooHigh}`,
          ].join(' ')
        })
        yield [`${engine.name}, ${100 * share} %, ${requests}`, ...shown].join(' | ')
      }
    }
  }
}
