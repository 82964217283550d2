// One line for each folded part of the composer: what is set in it.
import type { Translate } from '../../../i18n/i18n.ts'
import { listed } from '../../../i18n/punctuation.ts'
import type { WrittenSweep } from '../../../drafts/written-sweep.ts'
import { readLimit } from '../../../drafts/written-limit.ts'
import { limitText } from '../cells/cell-limits.ts'

export function limitsSummary({ limits }: WrittenSweep, t: Translate): string {
  const texts = limits.map(readLimit).map((limit) => (limit === null ? '…' : limitText(limit, t)))
  return listed(texts, t) || t('compose.noLimits')
}

export function axesSummary({ axes, excluded }: WrittenSweep, t: Translate): string {
  const names = axes.map(
    ({ columns, kept }) =>
      kept?.name ?? (columns.map(({ flag }) => flag || '…').join(' + ') || '…'),
  )
  const lines = excluded.split('\n').filter((line) => line.trim() !== '').length
  const without = lines === 0 ? '' : t('compose.excludedCount', { count: lines })
  return listed([names.join(' × '), without].filter(Boolean), t) || t('compose.noAxes')
}

export function conductSummary({ conduct }: WrittenSweep, t: Translate): string {
  const { repeats, order, warmUpS, coolDownS, stopsWhenSaturated, resetsCaches, price } = conduct
  const parts = [
    t('compose.repeatsCount', { count: repeats.trim() }),
    t(`compose.order.${order}`),
    ...(isSet(warmUpS) ? [t('compose.warmUpOf', { seconds: warmUpS })] : []),
    ...(isSet(coolDownS) ? [t('compose.coolDownOf', { seconds: coolDownS })] : []),
    ...(stopsWhenSaturated ? [t('compose.conduct.stopsWhenSaturated')] : []),
    ...(resetsCaches ? [] : [t('compose.cachesStay')]),
    ...(price.trim() === ''
      ? []
      : [`${price} ${t('compose.perHour', { currency: conduct.currency })}`]),
  ]
  return listed(parts, t)
}

function isSet(text: string): boolean {
  return text.trim() !== '' && Number(text) !== 0
}
