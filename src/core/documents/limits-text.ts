// Whether the runs of a sweep meet its limits, in a few words.
import { message, type Text } from '../messages/message.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import type { RunSummary } from '../model/run/run-summary.ts'
import type { SweepLimit } from '#core/model/sweep.ts'
import { limitText } from '../sweep/limit-text.ts'
import { type LimitOutcome, loadOutcomes } from '../sweep/limits.ts'
import { figureTraits } from '../metrics/figures.ts'
import { figureText } from './figure-text.ts'

type Run = Readonly<{ summary: RunSummary; config: BenchmarkConfig }>

/** `met`, or the broken or undecided limit with its value; a dash if nothing was measured. */
export function limitsText(limits: readonly SweepLimit[], runs: readonly Run[]): Text {
  if (runs.length === 0 || limits.length === 0) return '–'
  const outcomes = loadOutcomes(limits, runs)
  const broken = outcomes.find(({ state }) => state === 'broken')
  if (broken !== undefined) {
    return message(`tables.${broken.beyond ?? 'broken'}`, {
      limit: limitText(broken.limit),
      value: valueText(broken),
    })
  }
  const unknown = outcomes.find(({ state }) => state === 'unknown')
  if (unknown !== undefined) {
    return message('tables.notKnown', { limit: limitText(unknown.limit) })
  }
  const undecided = outcomes.flatMap((outcome) => undecidedText(outcome) ?? [])[0]
  return undecided ?? message('tables.held')
}

/** Null unless the limit is undecided. */
export function undecidedText(outcome: LimitOutcome): Text | null {
  const { limit, crossing, isHiddenByCache, isVague } = outcome
  if (isHiddenByCache) return message('tables.undecidedByCache', { limit: limitText(limit) })
  if (isVague) {
    return message('tables.vague', { limit: limitText(limit), value: valueText(outcome) })
  }
  if (crossing === null) return null
  return message('tables.undecided', {
    limit: limitText(limit),
    low: figureText(limit.name, crossing.low),
    high: amountText(limit, crossing.high),
  })
}

/** Measured value of the limit's metric, including its wait in the client. */
export function valueText({ limit, value, waitMs }: LimitOutcome): Text {
  if (value === null) return message('tables.unknown')
  const amount = amountText(limit, value)
  if (waitMs === 0) return amount
  return message('tables.waited', { value: amount, wait: amountText(limit, waitMs) })
}

function amountText({ name }: SweepLimit, value: number): string {
  const { family, unit } = figureTraits[name]
  return family === 'share' || unit === ''
    ? figureText(name, value)
    : `${figureText(name, value)} ${unit}`
}
