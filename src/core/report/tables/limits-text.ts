// Whether runs hold the limits of their sweep, in a few words.
import { message, type Text } from '../../messages/message.ts'
import type { RunSummary } from '../../model/run/run-summary.ts'
import type { SweepLimit } from '../../model/sweep/sweep-limit.ts'
import { limitText } from '../../sweep/limit-text.ts'
import { type LimitOutcome, limitOutcomes } from '../../sweep/limits.ts'
import { figureTraits } from '../../metrics/figures.ts'
import { figureText } from './figure-text.ts'

type Run = Readonly<{ summary: RunSummary }>

/** `held`, or what is broken and by how much; a dash where nothing was measured. */
export function limitsText(limits: readonly SweepLimit[], runs: readonly Run[]): Text {
  if (runs.length === 0 || limits.length === 0) return '–'
  const outcomes = runs.flatMap((run) => limitOutcomes(limits, run))
  const broken = outcomes.find(({ held }) => held === false)
  if (broken !== undefined) {
    return message('tables.broken', {
      limit: limitText(broken.limit),
      value: valueText(broken),
    })
  }
  const unknown = outcomes.find(({ held }) => held === null)
  return unknown === undefined
    ? message('tables.held')
    : message('tables.notKnown', { limit: limitText(unknown.limit) })
}

/** False where one is broken; null where a run cannot show it. */
export function holdsLimits(limits: readonly SweepLimit[], runs: readonly Run[]): boolean | null {
  const held = runs.flatMap((run) => limitOutcomes(limits, run).map((outcome) => outcome.held))
  if (held.includes(false)) return false
  return runs.length === 0 || held.includes(null) ? null : true
}

/** What was measured of it. */
export function valueText({ limit, value }: LimitOutcome): Text {
  if (value === null) return message('tables.unknown')
  const { family, unit } = figureTraits[limit.name]
  return family === 'share' || unit === ''
    ? figureText(limit.name, value)
    : `${figureText(limit.name, value)} ${unit}`
}
