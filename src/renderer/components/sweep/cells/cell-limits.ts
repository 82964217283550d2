// The limits of a sweep that a cell meets, over all of its runs.
import type { Interval } from '#core/stats/certainty/interval.ts'
import type { SweepLimit, SweepPlan } from '#core/model/sweep.ts'
import { figureTraits, isLatency } from '#core/metrics/figures.ts'
import { limitOutcomes, type LimitState } from '#core/sweep/limits.ts'
import { formatFigure, listed, type Translate } from '../../../i18n/i18n.ts'
import type { Tone } from '../../kit/tone.ts'
import { cellRuns, type CellResult } from './sweep-cells.ts'
import { statisticName } from '../plots/drawn-curves.ts'

export type CellLimit = Readonly<{
  limit: SweepLimit
  /** Runs with a value, and the number within the limit. */
  runs: number
  held: number
  /** Interval that crosses the limit, of the first run that leaves it undecided while none breaks it; else null. */
  crossing: Interval | null
  /** Mean of their values; null if there are none. */
  value: number | null
}>

export function cellLimits(
  { limits }: Pick<SweepPlan, 'limits'>,
  cell: Pick<CellResult, 'rows'>,
): CellLimit[] {
  const outcomes = cellRuns(cell).flatMap(({ config, summary }) =>
    summary === null ? [] : [limitOutcomes(limits, { config, summary })],
  )
  return limits.map((limit, position) => {
    const reported = outcomes.flatMap((one) => {
      const outcome = one[position]
      return outcome === undefined || outcome.state === 'unknown' ? [] : [outcome]
    })
    const isBroken = reported.some(({ state }) => state === 'broken')
    const values = reported.flatMap(({ value }) => value ?? [])
    return {
      limit,
      runs: reported.length,
      held: reported.filter(({ state }) => state === 'held').length,
      crossing: isBroken ? null : (reported.flatMap(({ crossing }) => crossing ?? [])[0] ?? null),
      value: values.length === 0 ? null : values.reduce((sum, one) => sum + one, 0) / values.length,
    }
  })
}

export type LimitWord = LimitState | 'mixed'

export function limitLabel({ runs, held, crossing }: CellLimit): LimitWord {
  if (runs === 0) return 'unknown'
  if (crossing !== null) return 'undecided'
  if (held === runs) return 'held'
  return held === 0 ? 'broken' : 'mixed'
}

export const limitTones: Readonly<Record<LimitWord, Tone>> = {
  held: 'good',
  broken: 'bad',
  mixed: 'warn',
  undecided: 'even',
  unknown: 'idle',
}

/** `p95 TTFT ≤ 300 ms: 212 ms, held` */
export function cellLimitText(cell: CellLimit, t: Translate): string {
  const { limit, runs, held, crossing, value } = cell
  const [low, high] = [crossing?.low, crossing?.high].map((end) =>
    formatFigure(limit.name, end ?? null),
  )
  const word = t(`sweep.limits.word.${limitLabel(cell)}`, {
    held,
    runs,
    low: low ?? '',
    high: high ?? '',
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
