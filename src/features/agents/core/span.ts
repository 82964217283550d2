// One span of an OpenTelemetry export in any JSON format: OTLP (the collector's file exporter), a list of "spans" with snake_case
// fields, or one span per line as from the Python SDK's console exporter.
import { z } from 'zod'
import { message } from '#core/messages/message.ts'
import { parseEntry } from '#core/workload/datasets/dataset-entry.ts'
import { invalidTrajectory, requireForwards } from './invalid-trajectory.ts'

export type Span = Readonly<{
  traceId: string
  spanId: string
  parentId: string | null
  /** Since the epoch. */
  startS: number
  endS: number
  /** Includes attributes of the event with the details of an inference. */
  attributes: Readonly<Record<string, unknown>>
  /** File, line and place of the span, for error messages. */
  where: string
}>

type Context = Readonly<{ where: string; field: string }>

const remedy = message('workload.spansForm')

const otlpValueSchema: z.ZodType<unknown> = z.lazy(() =>
  z
    .object({
      stringValue: z.string().optional(),
      boolValue: z.boolean().optional(),
      intValue: z.union([z.string(), z.number()]).optional(),
      doubleValue: z.number().optional(),
      arrayValue: z.object({ values: z.array(otlpValueSchema).default([]) }).optional(),
      kvlistValue: z.object({ values: otlpAttributesSchema }).optional(),
    })
    .transform(({ intValue, arrayValue, kvlistValue, ...plain }) => {
      if (intValue !== undefined) return Number(intValue)
      return arrayValue?.values ?? kvlistValue?.values ?? Object.values(plain)[0] ?? null
    }),
)

const otlpAttributesSchema = z
  .array(z.object({ key: z.string(), value: otlpValueSchema }))
  .default([])
  .transform((list) => Object.fromEntries(list.map(({ key, value }) => [key, value])))

const nanoseconds = z.union([z.string(), z.number()]).transform((text) => Number(text) / 1e9)

const otlpSpanSchema = z.object({
  traceId: z.string().min(1),
  spanId: z.string().min(1),
  parentSpanId: z.string().nullish(),
  startTimeUnixNano: nanoseconds,
  endTimeUnixNano: nanoseconds,
  attributes: otlpAttributesSchema,
  events: z.array(z.object({ attributes: otlpAttributesSchema })).nullish(),
})

const otlpSchema = z.object({
  resourceSpans: z.array(
    z.object({
      scopeSpans: z.array(z.object({ spans: z.array(z.unknown()).default([]) })).default([]),
    }),
  ),
})

const fields = z.record(z.string(), z.unknown()).nullish()

const time = z.string().transform((text, context) => {
  const atMs = Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`)
  if (Number.isNaN(atMs)) context.addIssue({ code: 'custom', message: 'not a time' })
  return atMs / 1000
})

const flatSpanSchema = z.object({
  trace_id: z.string().min(1).optional(),
  span_id: z.string().min(1).optional(),
  context: z.object({ trace_id: z.string(), span_id: z.string() }).optional(),
  parent_span_id: z.string().nullish(),
  parent_id: z.string().nullish(),
  start_time: time,
  end_time: time,
  attributes: fields,
  events: z.array(z.object({ attributes: fields })).nullish(),
})

const flatSchema = z.object({ spans: z.array(z.unknown()) })

const spanFields = ['resourceSpans', 'spans', 'start_time']

/** Whether an entry of a file is an export of spans, complete or partial. */
export function holdsSpans(entry: unknown): entry is object {
  return typeof entry === 'object' && entry !== null && spanFields.some((field) => field in entry)
}

export function readSpans(entry: object, where: string): readonly Span[] {
  if ('resourceSpans' in entry) {
    const { resourceSpans } = parseEntry(otlpSchema, entry, { where, remedy })
    return resourceSpans.flatMap(({ scopeSpans }, resource) =>
      scopeSpans.flatMap(({ spans }, scope) =>
        spans.map((span, place) => {
          const field = `resourceSpans.${resource}.scopeSpans.${scope}.spans.${place}`
          return otlpSpan(span, { where, field })
        }),
      ),
    )
  }
  if (!('spans' in entry)) return [flatSpan(entry, { where, field: '' })]
  return parseEntry(flatSchema, entry, { where, remedy }).spans.map((span, place) =>
    flatSpan(span, { where, field: `spans.${place}` }),
  )
}

function otlpSpan(entry: unknown, { where, field }: Context): Span {
  const place = `${where}, ${field}`
  const span = parseEntry(otlpSpanSchema, entry, { where: place, remedy })
  const { startTimeUnixNano: startS, endTimeUnixNano: endS, parentSpanId } = span
  requireForwards(where, { field: `${field}.endTimeUnixNano`, atS: endS, afterS: startS })
  const details = (span.events ?? []).map(({ attributes }) => attributes)
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    parentId: parentSpanId || null,
    ...{ startS, endS },
    attributes: withDetails(span.attributes, details),
    where: place,
  }
}

function flatSpan(entry: unknown, { where, field }: Context): Span {
  const place = field === '' ? where : `${where}, ${field}`
  const span = parseEntry(flatSpanSchema, entry, { where: place, remedy })
  const { context, start_time: startS, end_time: endS } = span
  const traceId = context?.trace_id ?? span.trace_id
  const spanId = context?.span_id ?? span.span_id
  if (traceId === undefined || spanId === undefined) {
    throw invalidTrajectory(place, {
      message: message('workload.spanIds', { field: 'span_id' }),
      remedy,
    })
  }
  requireForwards(place, { field: 'end_time', atS: endS, afterS: startS })
  const details = (span.events ?? []).map(({ attributes }) => attributes ?? {})
  return {
    ...{ traceId, spanId, startS, endS, where: place },
    parentId: (span.parent_span_id ?? span.parent_id) || null,
    attributes: withDetails(span.attributes ?? {}, details),
  }
}

type Attributes = Readonly<Record<string, unknown>>

/** Messages may be recorded in an event of the span instead of the span itself. */
function withDetails(attributes: Attributes, details: readonly Attributes[]): Attributes {
  const ofEvents = details.flatMap((each) =>
    Object.entries(each).filter(([key]) => key.startsWith('gen_ai.')),
  )
  return { ...attributes, ...Object.fromEntries(ofEvents) }
}
