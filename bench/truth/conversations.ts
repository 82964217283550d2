// How often runs whose rate begins conversations are judged as they should be. Their turns follow from the answers, so a
// server above its capacity is asked for no more than it answers.
import { latencyFigure, throughputFigure } from '#core/judgement/known-figures.ts'
import { judgeRun } from '#core/judgement/judge-run.ts'
import { otherEngines, steadyEngines } from './engines.ts'
import { capacityOf, longRun, runOn, trueFigure } from './known-truth.ts'
import { type Asked, median, shareText, standardDeviation, verdictTexts } from './score.ts'
import type { FigureEstimate } from '#core/stats/certainty/interval.ts'

const kinds = [
  { turns: 4, pauseS: 0.5 },
  { turns: 10, pauseS: 2 },
] as const
/** Of a rate that a run kept exactly. */
const rounding = 1e-9
const meanTtft = { metric: 'ttft', percentile: null } as const
/** Shares of the capacity, and requests. */
const loads = [
  [0.5, 400],
  [0.7, 400],
  [0.7, 1000],
  [0.85, 1000],
  [1.2, 1000],
  [1.5, 1000],
  [2, 400],
] as const

export function* conversationRows({ replications, seed, only }: Asked): Generator<string> {
  for (const [place, engine] of [...steadyEngines, ...otherEngines].entries()) {
    if (only !== null && only !== place) continue
    const capacity = capacityOf(engine)
    for (const conversation of kinds)
      for (const [share, requests] of loads) {
        const rate = (share * capacity) / conversation.turns
        const load = { rate, concurrency: 1, requests, conversation }
        const runs = Array.from({ length: replications }, (_, at) => runOn(engine, load, seed + at))
        const rates = runs.map(({ summary }) => throughputFigure(summary, 'requestThroughput'))
        const trueRate = Math.min(1, share) * capacity
        const means = runs.map(({ summary }) => latencyFigure(summary, meanTtft))
        const trueMean =
          share < 1 ? trueFigure(longRun(engine, rate, 2, { conversation }), meanTtft) : 0
        yield [
          `${engine.name}, ${conversation.turns} turns, ${100 * share} %, ${requests}`,
          ...verdictTexts(runs.map(judgeRun)),
          `throughput ${intervalsText(rates, trueRate)}`,
          ...(share < 1 ? [`mean TTFT ${intervalsText(means, trueMean)}`] : []),
        ].join(' | ')
      }
  }
}

/** Given intervals that hold the truth, their median width as a multiple of that of a perfect one, and the median bias. */
export function intervalsText(figures: readonly (FigureEstimate | null)[], truth: number): string {
  const known = figures.flatMap((figure) => figure ?? [])
  const intervals = known.flatMap(({ interval }) => interval ?? [])
  const held = intervals.filter(
    ({ low, high }) => low <= truth * (1 + rounding) && truth * (1 - rounding) <= high,
  ).length
  const values = known.map(({ value }) => value)
  const width = median(intervals.map(({ low, high }) => high - low))
  return [
    `÷ true ${(median(values) / truth).toFixed(3)}`,
    `given ${intervals.length}/${figures.length}`,
    `holds ${shareText(held, intervals.length)}`,
    `width ×${(width / (2 * 1.96 * standardDeviation(values))).toFixed(2)}`,
  ].join(', ')
}
