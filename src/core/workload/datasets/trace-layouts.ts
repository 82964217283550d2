// Public traces with known field names, and traces whose field names the user sets.
import { z } from 'zod'
import { message } from '#core/messages/message.ts'
import type { traceLayoutNames } from '#core/flags/recorded-prompts.ts'
import { isRow, orText, parseEntry, plainNumber, plainTokens, type Row } from './dataset-entry.ts'
import {
  ownBlocks,
  secondsOfDate,
  tokenCount,
  tracedRequest,
  type TracedRequest,
  type TraceLabels,
  type TracePlace,
} from './timed-trace.ts'

type TraceLayoutName = (typeof traceLayoutNames)[number]

export type TraceLayout = Readonly<{
  /** Null for entries that are skipped. */
  read: (entry: unknown, place: TracePlace) => TracedRequest | null
  /** Names of the fields, including names given by the user; null for a table. */
  labels: ((given: TraceLabels) => TraceLabels) | null
  secondsPerUnit: number
  /** Name of the time field; null if the user gives it. */
  timeField: string | null
  /** Tokens per block; null if the user sets it. */
  blockTokens: number | null
  /** Times count from the first entry that is used. */
  startsAtFirst: boolean
}>

const mooncakeLabels: TraceLabels = {
  timestamp: 'timestamp',
  inputLength: 'input_length',
  outputLength: 'output_length',
  hashIds: 'hash_ids',
}

export const traceLayouts: Readonly<Record<TraceLayoutName, TraceLayout>> = {
  labels: {
    read: (entry, place) => tracedRequest(entry, { ...place, secondsPerUnit: 1 }),
    labels: (given) => given,
    secondsPerUnit: 1,
    timeField: null,
    blockTokens: null,
    startsAtFirst: false,
  },
  mooncake: {
    read: (entry, place) =>
      tracedRequest(entry, { ...place, labels: mooncakeLabels, secondsPerUnit: 0.001 }),
    labels: () => mooncakeLabels,
    secondsPerUnit: 0.001,
    timeField: mooncakeLabels.timestamp,
    blockTokens: 512,
    startsAtFirst: false,
  },
  burstgpt: tableLayout({
    time: ['Timestamp', orText(z.number()), plainNumber],
    inputTokens: 'Request tokens',
    outputTokens: 'Response tokens',
  }),
  azure: tableLayout({
    time: [
      'TIMESTAMP',
      z.string().transform(secondsOfDate).pipe(z.number()),
      (date) => plainNumber(typeof date === 'string' ? secondsOfDate(date) : null),
    ],
    inputTokens: 'ContextTokens',
    outputTokens: 'GeneratedTokens',
  }),
}

type Columns = Readonly<{
  /** The last one parses what the schema accepts, and returns null for anything that the schema must check. */
  time: readonly [
    name: string,
    seconds: z.ZodType<number>,
    plainSeconds: (value: unknown) => number | null,
  ]
  inputTokens: string
  outputTokens: string
}>

/** Tables have no prompts, so requests share no blocks. Skips entries without a response. */
function tableLayout({ time: timing, inputTokens, outputTokens }: Columns): TraceLayout {
  const [time, seconds, plainSeconds] = timing
  const schema = z.object({
    [time]: seconds,
    [inputTokens]: tokenCount,
    [outputTokens]: tokenCount,
  })
  const remedy = message('workload.traceColumns', { time, inputTokens, last: outputTokens })
  const plainRow = (row: Row) => {
    const at = plainSeconds(row[time])
    const input = plainTokens(row[inputTokens], 0)
    const output = plainTokens(row[outputTokens], 0)
    return at === null || input === null || output === null ? null : { at, input, output }
  }
  const anyRow = (entry: unknown, where: string) => {
    const row = parseEntry(schema, entry, { where, remedy })
    return { at: row[time] ?? 0, input: row[inputTokens] ?? 0, output: row[outputTokens] ?? 0 }
  }
  return {
    read: (entry, { where, blockTokens }) => {
      const plain = isRow(entry) ? plainRow(entry) : null
      const { at, input, output } = plain ?? anyRow(entry, where)
      if (input === 0 || output === 0) return null
      return {
        timestamp: at,
        inputTokens: input,
        outputTokens: output,
        get hashIds() {
          return ownBlocks(where, input / blockTokens)
        },
      }
    },
    labels: null,
    secondsPerUnit: 1,
    timeField: time,
    blockTokens: 512,
    startsAtFirst: true,
  }
}
