// What a long run shows where a run was too short for an interval: how often its latency lies beyond the factors within which a
// limit is undecided.
import { latencyFigure } from '#core/judgement/known-figures.ts'
import { longRunFactor } from '#core/sweep/limits.ts'
import { otherEngines, steadyEngines, type Engine } from './engines.ts'
import { capacityOf, longRun, runOn, statisticName, trueFigures } from './known-truth.ts'
import { type Asked, shareText } from './score.ts'

const statistics = (['ttft', 'e2el', 'tpot'] as const).flatMap((metric) =>
  [null, 95, 99].map((percentile) => ({ metric, percentile })),
)
const loads = [0.5, 0.7, 0.85]
const lengths = [150, 400]

/** Long run ÷ short run, by figure and load. */
type Ratios = Map<string, number[]>

export function* shortRunRows({ replications, seed, only }: Asked): Generator<string> {
  const all: Ratios = new Map()
  for (const [index, engine] of [...steadyEngines, ...otherEngines].entries()) {
    if (only !== null && only !== index) continue
    for (const load of loads) addRatios(all, engine, load)
    yield `${engine.name} | done`
  }
  for (const [name, ratios] of all) {
    const { low, high } = longRunFactor
    const share = (isMet: (ratio: number) => boolean) =>
      shareText(ratios.filter(isMet).length, ratios.length)
    yield [
      name,
      `longer ${share((ratio) => ratio > 1)}`,
      `beyond ×${high} ${share((ratio) => ratio > high)}`,
      `below ×${low.toFixed(2)} ${share((ratio) => ratio < low)}`,
    ].join(' | ')
  }

  function addRatios(to: Ratios, engine: Engine, load: number): void {
    const rate = load * capacityOf(engine)
    const truths = trueFigures(longRun(engine, rate, load > 0.8 ? 4 : 1), statistics)
    for (const requests of lengths) {
      const asked = { rate, concurrency: 1, requests, warmUps: 5000 }
      for (let at = 0; at < replications; at++) {
        const { summary } = runOn(engine, asked, seed + at)
        for (const [place, statistic] of statistics.entries()) {
          const figure = latencyFigure(summary, statistic)
          if (figure === null || figure.interval !== null) continue
          const name = `${statisticName(statistic)}, ${100 * load} %`
          to.set(name, [...(to.get(name) ?? []), (truths[place] ?? NaN) / figure.value])
        }
      }
    }
  }
}
