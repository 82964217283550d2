// What a run asked of the server, in the words of its row; a dash where an imported file does not say.
import type { RunSummaryRow } from '#core/model/run/run-summary-row.ts'
import { isKnown } from '#core/model/run/import-source.ts'
import { dash } from '#core/format/numbers.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { rateNumber } from './run-numbers.ts'

type Asked = Pick<RunSummaryRow, 'config' | 'imported'>

export function rateText(run: Asked): string {
  return isKnown(run, 'requestRate') ? String(run.config.requestRate) : dash
}

export function concurrencyText(run: Asked, t: Translate): string {
  if (!isKnown(run, 'maxConcurrency')) return dash
  return String(run.config.maxConcurrency ?? t('run.noLimit'))
}

/** For sorting: no limit is more than any, what is not known is neither. */
export function askedRate(run: Asked): number | null {
  return isKnown(run, 'requestRate') ? rateNumber(run.config.requestRate) : null
}

export function askedConcurrency(run: Asked): number | null {
  return isKnown(run, 'maxConcurrency') ? (run.config.maxConcurrency ?? Infinity) : null
}
