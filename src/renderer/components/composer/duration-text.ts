// Text of an experiment's estimated duration; unknown if only the server limits the requests.
import { dash, formatNumber } from '#core/base/numbers.ts'
import { formatDuration, type Translate } from '../../i18n/i18n.ts'

type DurationEstimate = Readonly<{
  estimatedDurationS: number | null
  durationRangeS?: Readonly<{ least: number; most: number }> | null
}>

/** `preview` is null until the first estimate. */
export function durationText(preview: DurationEstimate | null, t: Translate): string {
  if (preview === null) return dash
  const { estimatedDurationS, durationRangeS = null } = preview
  if (estimatedDurationS === null) return t('bench.durationUnknown')
  const about = formatDuration(estimatedDurationS)
  if (durationRangeS === null) return about
  const [least, most] = [formatDuration(durationRangeS.least), formatDuration(durationRangeS.most)]
  return least === most ? about : t('bench.durationRange', { about, least, most })
}

/** GPU-hours of the measured server, or GPU-minutes below one hour; null if its GPUs or the time are unknown. */
export function gpuTimeText(
  preview: (DurationEstimate & Readonly<{ gpus: number | null }>) | null,
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
