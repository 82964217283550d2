// Texts for the load of a run; a dash if an imported file omits it.
import type { RunSummaryRow } from '#core/model/run/run.ts'
import { requestedText } from '#core/documents/runs-table.ts'
import { isKnown } from '#core/model/run/import-source.ts'
import { dash } from '#core/base/numbers.ts'
import { said, type Translate } from '../../i18n/i18n.ts'
import { rateNumber } from './run-numbers.ts'

type ConfiguredRun = Pick<RunSummaryRow, 'config' | 'imported'>

export function rateText(run: ConfiguredRun): string {
  return said(requestedText(run))
}

export function concurrencyText(run: ConfiguredRun, t: Translate): string {
  if (!isKnown(run, 'maxConcurrency')) return dash
  return String(run.config.maxConcurrency ?? t('run.noLimit'))
}

/** For sorting: no limit is larger than any limit, and unknown values are neither. */
export function askedRate(run: ConfiguredRun): number | null {
  return isKnown(run, 'requestRate') ? rateNumber(run.config.requestRate) : null
}

export function askedConcurrency(run: ConfiguredRun): number | null {
  return isKnown(run, 'maxConcurrency') ? (run.config.maxConcurrency ?? Infinity) : null
}
