// An entry of a sweep's log as a sentence.
import type { SweepLogEntry, SweepLogKind } from '#core/model/sweep/sweep-log.ts'
import { searchReasons } from '#core/model/sweep/sweep-search.ts'
import { formatCount, formatNumber } from '#core/format/numbers.ts'
import { formatDuration } from '../../format/times.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { inSequence } from '../../i18n/punctuation.ts'
import type { TextKey } from '../../i18n/texts.ts'

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
    ...(outputThroughput === undefined ? [] : [t('sweep.log.output', { outputThroughput })]),
    ...(reason === undefined ? [] : [reason]),
  ],
  'point-skipped': ({ reason }, t) =>
    reason === 'saturated' ? [t('sweep.log.lighterSaturated')] : [],
}

/** A point that did not come to its end says so. */
const cutShort: Readonly<Record<string, TextKey>> = {
  skipped: 'sweep.log.end.skipped',
  cancelled: 'sweep.log.end.cancelled',
  failed: 'sweep.log.end.failed',
}

/** A search does not know how many points there are to come. */
const searching: Readonly<Partial<Record<SweepLogKind, TextKey>>> = {
  started: 'sweep.log.search.started',
  resumed: 'sweep.log.search.resumed',
  paused: 'sweep.log.search.paused',
}

function opening({ kind, values }: SweepLogEntry): TextKey {
  const plain = `sweep.log.kind.${kind}` as const
  if (kind === 'point-ended') return cutShort[values['status'] ?? ''] ?? plain
  return (values['points'] ?? values['left']) === 0 ? (searching[kind] ?? plain) : plain
}

/** Stored text, such as why a server did not start, is translated by `say`. */
export function logText(
  entry: SweepLogEntry,
  t: Translate,
  say: (message: string) => string,
): string {
  const { kind, values } = entry
  const written = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, text(name, value, say)]),
  )
  const { message, reason, remedy, flags } = written
  const words = kind in further ? [] : [message, reason]
  return inSequence([
    t(opening(entry), written),
    ...(further[kind]?.(written, t) ?? []),
    ...[...words, remedy, flags].filter((word) => word !== undefined),
  ])
}

const saidOf = new Set(['message', 'reason', 'remedy'])

function text(name: string, value: string | number, say: (message: string) => string): string {
  if (typeof value === 'string') return saidOf.has(name) ? say(value) : value
  if (/S$|^seconds$/.test(name)) return formatDuration(value)
  return Number.isInteger(value) ? formatCount(value) : formatNumber(value)
}
