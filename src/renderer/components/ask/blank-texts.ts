// Values of blanks as text.
import { isPooling } from '#core/backends/backend-traits.ts'
import type { BenchmarkConfig, BenchmarkField } from '#core/flags/benchmark-fields.ts'
import { readDraft, type BenchmarkDraft } from '../../drafts/benchmark-draft.ts'
import { loadOf, type LoadId } from '../../drafts/common-loads.ts'
import type { WrittenWish } from '../../drafts/sizing-wish.ts'
import { readWish } from '../../drafts/sizing-wish.ts'
import type { SweepDocument, SweepReading } from '../../drafts/sweep-document.ts'
import { heldText, loadText, rateText } from '#core/sweep/knee-text.ts'
import { heldBy } from '#core/traits/load-traits.ts'
import { parseLimit } from '#core/sweep/limit-text.ts'
import { listed, said, type Translate } from '../../i18n/i18n.ts'
import { limitText } from '../sweep/cells/cell-limits.ts'

const unread = '…'

const lengthFields = [
  ...(['backend', 'datasetName'] as const),
  ...(['randomInputLen', 'randomOutputLen', 'randomRangeRatio'] as const),
]

/** Null if one of the fields is invalid; other fields have their defaults. */
function configOf(
  draft: BenchmarkDraft,
  fields: readonly BenchmarkField[],
): BenchmarkConfig | null {
  const written = Object.entries(draft).filter(([name]) => fields.some((field) => field === name))
  return readDraft(Object.fromEntries(written)).config
}

/** Omits the digits that floating point adds. */
function shortNumber(value: number): string {
  return String(Number(value.toPrecision(6)))
}

/** The lengths, and the name if it is a common load. */
export function workloadText(draft: BenchmarkDraft, t: Translate): string {
  const config = configOf(draft, lengthFields)
  if (config === null) return unread
  const id = loadOf(draft)
  const { datasetName, randomRangeRatio } = config
  const isRandom = datasetName === 'random'
  const lengths = isRandom ? lengthsText(id, config, t) : ''
  const spread =
    isRandom && typeof randomRangeRatio === 'number' && randomRangeRatio > 0
      ? `±${shortNumber(100 * randomRangeRatio)} %`
      : ''
  const name = id === null ? (isRandom ? '' : datasetName) : t(`bench.load.${id}`)
  return [name, lengths, spread].filter((part) => part !== '').join(' ')
}

/** Shorter after the name of a common load. */
function lengthsText(
  id: LoadId | null,
  config: Pick<BenchmarkConfig, 'backend' | 'randomInputLen' | 'randomOutputLen'>,
  t: Translate,
): string {
  const { randomInputLen: input, randomOutputLen: output } = config
  if (isPooling(config)) return t('ask.value.input', { input })
  return id === null ? t('ask.value.lengths', { input, output }) : `${input}/${output}`
}

export function singleLoadText(draft: BenchmarkDraft): string {
  const config = configOf(draft, ['backend', 'datasetName', 'requestRate', 'maxConcurrency'])
  return config === null ? unread : said(loadText(config, heldBy(config)))
}

/** The number of loads, and the lowest and highest. */
export function loadsText(
  { loadKind }: Pick<SweepDocument, 'loadKind'>,
  { rates, concurrencies, held }: Pick<SweepReading, 'rates' | 'concurrencies' | 'held'>,
  t: Translate,
): string {
  if (loadKind !== 'listed') return t('ask.value.curve')
  if (rates.problem !== null || concurrencies.problem !== null) return unread
  const finite = rates.values.filter((rate) => rate !== 'inf')
  const limits = concurrencies.values.filter((limit) => limit !== 'inf')
  const isOverRates = finite.length > 0
  const values = isOverRates ? finite : limits
  const textOf = (value: number) =>
    said(isOverRates ? rateText(value, held) : heldText(held, value))
  const [first, last] = [Math.min(...values), Math.max(...values)]
  const count = rates.values.length * concurrencies.values.length
  if (values.length === 0) return t('ask.value.allAtOnce')
  if (count === 1) return textOf(first)
  const range = t('ask.value.range', { from: shortNumber(first), upTo: textOf(last) })
  return t('ask.value.loads', { count, range })
}

/** `missing` if there is no limit. */
export function limitsText(
  { limits }: Pick<SweepDocument, 'limits'>,
  missing: string,
  t: Translate,
) {
  const texts = limits
    .map(parseLimit)
    .map((limit) => (limit === null ? unread : limitText(limit, t)))
  return listed(texts, t) || missing
}

export function demandText(wish: WrittenWish, t: Translate): string {
  const { demand } = readWish(wish)
  if (demand === null) return t('ask.value.noDemand')
  const amount = shortNumber(demand.amount)
  return demand.of === 'requests'
    ? said(rateText(amount, 'inFlight'))
    : t('ask.value.users', { amount })
}
