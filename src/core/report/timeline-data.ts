// Data of the timeline page: each request as a row of segments. Consecutive gaps of one class form one segment.
import type { Language } from '#core/messages/languages.ts'
import { message, textIn } from '#core/messages/message.ts'
import { outcomeOf } from '#core/records/request-outcome.ts'
import type { RequestError, RequestRecord } from '#core/records/request-record.ts'
import type { MeasuredRunWithRecords } from '../model/run/measured-run.ts'

/** Two thresholds separate short, medium and long gaps. */
export type SegmentKind = 'first' | 'short' | 'middling' | 'long' | 'failed'

/** Index of the kind in the list, duration, number of gaps, and the longest gap; durations in µs. */
export type Segment = readonly [
  kind: number,
  durationUs: number,
  gaps: number,
  longestGapUs: number,
]

export type TimelineRow = Readonly<{
  index: number
  id: string | null
  /** µs since the first request was sent, like all times here. Earlier than the send time if the request waited in our client. */
  dueAtUs: number
  sentAtUs: number
  segments: readonly Segment[]
  promptTokens: number
  outputTokens: number
  error: string | null
}>

export type ThresholdsMs = readonly [lower: number, upper: number]

export type TimelineData = Readonly<{
  about: string
  thresholdsMs: ThresholdsMs
  rows: readonly TimelineRow[]
}>

/** Tooltip templates of the page for a part of a request, with `{name}` for each value. */
export type HintTexts = Readonly<Record<'request' | 'gaps' | 'tokens' | 'times', string>>

/** Rows in send order. */
export function timelineData(
  { config, records }: MeasuredRunWithRecords,
  thresholdsMs: ThresholdsMs,
  language: Language,
): TimelineData {
  const sent = records.toSorted((one, other) => one.sentAtUs - other.sentAtUs)
  const originUs = sent[0]?.sentAtUs ?? 0
  return {
    about: aboutWorkload({ config, records }, language),
    thresholdsMs,
    rows: sent.map((record) => rowOf(record, { originUs, thresholdsMs })),
  }
}

/** Model, dataset and number of requests. */
export function aboutWorkload(
  { config, records }: Pick<MeasuredRunWithRecords, 'config' | 'records'>,
  language: Language,
): string {
  const model = config.model ?? message('timeline.aModel')
  const about = { model, dataset: config.datasetName, count: records.length }
  return textIn(language, message('timeline.about', about))
}

type Scale = Readonly<{ originUs: number; thresholdsMs: ThresholdsMs }>

function rowOf(record: RequestRecord, { originUs, thresholdsMs }: Scale): TimelineRow {
  return {
    index: record.index,
    id: record.requestId,
    dueAtUs: record.scheduledAtUs - originUs,
    sentAtUs: record.sentAtUs - originUs,
    segments: segmentsOf(record, thresholdsMs),
    promptTokens: record.promptTokens,
    outputTokens: record.outputTokens ?? 0,
    error: record.error?.message ?? null,
  }
}

const [first, short, middling, long, failed] = [0, 1, 2, 3, 4]

/** A non-streamed response has no separate first token, so its whole duration is one waiting segment. */
function segmentsOf(record: RequestRecord, thresholdsMs: ThresholdsMs): readonly Segment[] {
  const { sentAtUs, firstTokenAtUs, endedAtUs, error, interTokenLatenciesUs } = record
  const gapsUs = [...interTokenLatenciesUs]
  const waitedUs = (firstTokenAtUs ?? endedAtUs) - sentAtUs
  const lastTokenAtUs = sentAtUs + waitedUs + gapsUs.reduce((sum, gapUs) => sum + gapUs, 0)
  const cutUs = endedAtUs - lastTokenAtUs
  return [
    ...(firstTokenAtUs === null && error !== null
      ? [[failed, waitedUs, 0, 0] as const]
      : [[first, waitedUs, 0, 0] as const]),
    ...mergedGaps(gapsUs, thresholdsMs),
    ...(error !== null && firstTokenAtUs !== null && !isIntended(error)
      ? [[failed, Math.max(cutUs, 0), 0, 0] as const]
      : []),
  ]
}

/** The client ended a response that was proceeding normally. */
function isIntended(error: RequestError): boolean {
  return outcomeOf(error) === 'client-cancelled'
}

function mergedGaps(gapsUs: readonly number[], thresholdsMs: ThresholdsMs): Segment[] {
  const segments: Segment[] = []
  for (const gapUs of gapsUs) {
    const kind = kindOf(gapUs, thresholdsMs)
    const last = segments.at(-1)
    if (last?.[0] !== kind) segments.push([kind, gapUs, 1, gapUs])
    else
      segments[segments.length - 1] = [kind, last[1] + gapUs, last[2] + 1, Math.max(last[3], gapUs)]
  }
  return segments
}

function kindOf(gapUs: number, [lower, upper]: ThresholdsMs): number {
  if (gapUs < lower * 1000) return short
  return gapUs < upper * 1000 ? middling : long
}
