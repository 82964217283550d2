// An entry of a sweep's log as a sentence.
import type { SweepLogEntry, SweepLogKind } from '#core/model/sweep-log.ts'
import { searchReasons } from '#core/model/sweep-search.ts'
import { formatCount, formatNumber } from '../../format/numbers.ts'
import { formatDuration } from '../../format/times.ts'
import type { Translate } from '../../i18n/i18n.ts'

type Values = Readonly<Record<string, string>>
type Sentence = (values: Values, t: Translate) => readonly string[]

/** Behind the sentence of some kinds: what they say besides. */
const further: Readonly<Partial<Record<SweepLogKind, Sentence>>> = {
  'load-chosen': ({ reason }, t) => {
    const known = searchReasons.find((one) => one === reason)
    return known === undefined ? [] : [t(`sweep.log.reason.${known}`)]
  },
  'point-ended': ({ completed, failed, outputThroughput, reason }, t) => [
    ...(completed === undefined
      ? []
      : [t('sweep.log.counts', { completed, failed: failed ?? '' })]),
    ...(outputThroughput === undefined ? [] : [`${outputThroughput} tok/s.`]),
    ...(reason === undefined ? [] : [reason]),
  ],
  'point-skipped': ({ reason }, t) =>
    reason === 'saturated' ? [t('sweep.log.lighterSaturated')] : [],
}

/** What was kept as words, such as why a server did not start, stands as it is. */
export function logText({ kind, values }: SweepLogEntry, t: Translate): string {
  const written = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, text(name, value)]),
  )
  const { message, reason, remedy, flags } = written
  const words = kind in further ? [] : [message, reason]
  return [
    t(`sweep.log.kind.${kind}`, written),
    ...(further[kind]?.(written, t) ?? []),
    ...[...words, remedy, flags].filter((word) => word !== undefined),
  ].join(' ')
}

function text(name: string, value: string | number): string {
  if (typeof value === 'string') return value
  if (/S$|^seconds$/.test(name)) return formatDuration(value)
  return Number.isInteger(value) ? formatCount(value) : formatNumber(value)
}
