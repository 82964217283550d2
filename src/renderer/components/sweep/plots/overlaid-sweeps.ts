// Sweeps drawn over another one: what each differs in, and whether its curves can be compared at all.
import { textIn } from '#core/messages/message.ts'
import {
  sweepDifferences,
  type SweepDifference,
  type SweptRun,
} from '#core/sweep/sweep-differences.ts'
import { currentLanguage } from '../../../i18n/i18n.ts'
import type { Translate } from '../../../i18n/i18n.ts'
import type { MeasuredSweep } from './drawn-curves.ts'

export type OverlaidSweep = Readonly<{
  measured: MeasuredSweep
  isComparable: boolean
  /** Null without a difference. */
  note: string | null
}>

export function overlaidSweep(
  base: MeasuredSweep,
  other: MeasuredSweep,
  t: Translate,
): OverlaidSweep {
  const [one, two] = [firstRun(base), firstRun(other)]
  const differences = one === null || two === null ? [] : sweepDifferences(one, two)
  const isComparable = !differences.some(({ isWorkload }) => isWorkload)
  const names = { name: other.sweep.plan.name, base: base.sweep.plan.name }
  const listed = differences.map((one) => differenceText(one, t)).join(t('sweep.overlaid.comma'))
  return {
    measured: other,
    isComparable,
    note:
      differences.length === 0
        ? null
        : t(isComparable ? 'sweep.overlaid.differs' : 'sweep.overlaid.incomparable', {
            ...names,
            differences: listed,
          }),
  }
}

function differenceText({ name, base, other }: SweepDifference, t: Translate): string {
  return t('sweep.overlaid.difference', { name: textIn(currentLanguage(), name), base, other })
}

function firstRun({ curves }: MeasuredSweep): SweptRun | null {
  const rows = curves.flatMap(({ cells }) => cells.flatMap((cell) => cell.rows))
  for (const { run } of rows) if (run?.summary) return { ...run, summary: run.summary }
  return null
}
