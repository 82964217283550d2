// How long an experiment should take, in words; only the server knows where nothing holds requests back.
import { dash } from '#core/format/numbers.ts'
import { formatDuration } from '../../format/times.ts'
import type { Translate } from '../../i18n/i18n.ts'

/** Null while nothing is known of it yet. */
export function durationText(
  preview: Readonly<{ estimatedDurationS: number | null }> | null,
  t: Translate,
): string {
  if (preview === null) return dash
  const { estimatedDurationS } = preview
  return estimatedDurationS === null
    ? t('bench.durationUnknown')
    : formatDuration(estimatedDurationS)
}
