// The limits of a sweep that a cell meets, across all its runs.
import type { SweepLimit, SweepPlan } from '#core/model/sweep.ts'
import { figureTraits, isLatency } from '#core/metrics/figures.ts'
import { type LimitOutcome, type LimitState, loadOutcomes } from '#core/sweep/limits.ts'
import { formatFigure, listed, type Translate } from '../../../i18n/i18n.ts'
import type { Tone } from '../../kit/tone.ts'
import { cellRuns, type CellResult } from './sweep-cells.ts'
import { statisticName } from '../plots/drawn-curves.ts'

export function cellLimits(
  { limits }: Pick<SweepPlan, 'limits'>,
  cell: Pick<CellResult, 'rows'>,
): LimitOutcome[] {
  const runs = cellRuns(cell).flatMap(({ config, summary }) =>
    summary === null ? [] : { config, summary },
  )
  return loadOutcomes(limits, runs)
}

export const limitTones: Readonly<Record<LimitState, Tone>> = {
  held: 'good',
  broken: 'bad',
  undecided: 'even',
  unknown: 'idle',
}

/** `p95 TTFT ≤ 300 ms: 212 ms, held` */
export function cellLimitText(
  { limit, state, crossing, isHiddenByCache, isVague, beyond, value }: LimitOutcome,
  t: Translate,
): string {
  const [low, high] = [crossing?.low, crossing?.high].map((end) =>
    formatFigure(limit.name, end ?? null),
  )
  const kind = beyond ?? (isHiddenByCache ? 'hidden' : isVague ? 'vague' : state)
  const word = t(`sweep.limits.word.${kind}`, {
    ...{ low: low ?? '', high: high ?? '' },
  })
  const said = listed(value === null ? [word] : [formatFigure(limit.name, value), word], t)
  return t('common.reported', { what: limitText(limit, t), said })
}

/** Text of a sweep's limit: `p95 TTFT ≤ 300 ms`. */
export function limitText({ name, percentile, bound }: SweepLimit, t: Translate): string {
  const figure = isLatency(name)
    ? `${statisticName(percentile, t)} ${t(`charts.metric.${name}`)}`
    : t(`metrics.${name}.inSentence`)
  return `${figure} ${figureTraits[name].lowerIsBetter ? '≤' : '≥'} ${formatFigure(name, bound)}`
}
