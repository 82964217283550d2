// How long an experiment should take, in words; only the server knows where nothing holds requests back.
import { dash, formatNumber } from '#core/format/numbers.ts'
import { formatDuration } from '../../format/times.ts'
import type { Translate } from '../../i18n/i18n.ts'

type Estimated = Readonly<{
  estimatedDurationS: number | null
  durationRangeS?: Readonly<{ least: number; most: number }> | null
}>

/** Null while nothing is known of it yet. */
export function durationText(preview: Estimated | null, t: Translate): string {
  if (preview === null) return dash
  const { estimatedDurationS, durationRangeS = null } = preview
  if (estimatedDurationS === null) return t('bench.durationUnknown')
  const about = formatDuration(estimatedDurationS)
  if (durationRangeS === null) return about
  const [least, most] = [formatDuration(durationRangeS.least), formatDuration(durationRangeS.most)]
  return least === most ? about : t('bench.durationRange', { about, least, most })
}

/** GPU-hours of the server that is measured, below one GPU-minutes; null where its GPUs or the time are not known. */
export function gpuTimeText(
  preview: (Estimated & Readonly<{ gpus: number | null }>) | null,
  t: Translate,
): string | null {
  if (preview === null || preview.gpus === null || preview.estimatedDurationS === null) return null
  const { gpus, estimatedDurationS, durationRangeS = null } = preview
  const isLong = gpus * estimatedDurationS >= 3600
  const text = (seconds: number) => formatNumber((gpus * seconds) / (isLong ? 3600 : 60))
  const about = isLong
    ? t('compose.gpuHours', { hours: text(estimatedDurationS) })
    : t('compose.gpuMinutes', { minutes: text(estimatedDurationS) })
  if (durationRangeS === null) return about
  const [least, most] = [text(durationRangeS.least), text(durationRangeS.most)]
  return least === most ? about : t('bench.durationRange', { about, least, most })
}
