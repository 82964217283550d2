// A batch of records on its way between processes: a column per field, and the gaps of all requests end to end.
// Cloning thousands of records one by one would keep the load generator from reading its sockets.
import { endToEnd } from './end-to-end.ts'
import type {
  ConversationTurn,
  FirstKind,
  MadeMedia,
  RejectedAttempt,
  RequestRecord,
  ResponseDifferences,
  ServerTimes,
  TokenParts,
  Voice,
} from './request-record.ts'
import type { StageMetrics } from './stage-metrics.ts'

type PlainField = Exclude<
  keyof RequestRecord,
  | 'interTokenLatenciesUs'
  | 'firstAtUs'
  | 'turn'
  | 'target'
  | 'serverTimes'
  | 'tokenParts'
  | 'reasoningText'
  | 'resent'
  | 'rejected'
  | 'voice'
  | 'made'
  | 'stageMetrics'
  | 'readAtOnce'
  | 'differences'
>

export type PackedRecords = Readonly<{
  columns: { readonly [Field in PlainField]: readonly RequestRecord[Field][] }
  firstAtUs: { readonly [Kind in FirstKind]: readonly (number | null)[] }
  turns: readonly (ConversationTurn | null)[]
  /** Null where no record has any. */
  targets: readonly (number | null)[] | null
  /** Likewise. */
  serverTimes: readonly (ServerTimes | null)[] | null
  /** Likewise. */
  tokenParts: readonly (TokenParts | null)[] | null
  reasoningTexts: readonly (string | null)[] | null
  rejected: readonly (readonly RejectedAttempt[] | null)[] | null
  voices: readonly (Voice | null)[] | null
  made: readonly (MadeMedia | null)[] | null
  stageMetrics: readonly (StageMetrics | null)[] | null
  differences: readonly (ResponseDifferences | null)[] | null
  resent: readonly boolean[]
  readAtOnce: readonly boolean[]
  /** How many of the gaps belong to each record. */
  gapCounts: readonly number[]
  gapsUs: Uint32Array
}>

export function packRecords(records: readonly RequestRecord[]): PackedRecords {
  const column = <Field extends PlainField>(field: Field) => records.map((record) => record[field])
  return {
    columns: {
      index: column('index'),
      requestId: column('requestId'),
      scheduledAtUs: column('scheduledAtUs'),
      sentAtUs: column('sentAtUs'),
      firstTokenAtUs: column('firstTokenAtUs'),
      endedAtUs: column('endedAtUs'),
      promptTokens: column('promptTokens'),
      inputs: column('inputs'),
      inputAudioS: column('inputAudioS'),
      outputTokens: column('outputTokens'),
      generatedText: column('generatedText'),
      error: column('error'),
    },
    firstAtUs: {
      chunk: records.map(({ firstAtUs }) => firstAtUs.chunk),
      content: records.map(({ firstAtUs }) => firstAtUs.content),
      reasoning: records.map(({ firstAtUs }) => firstAtUs.reasoning),
      toolCall: records.map(({ firstAtUs }) => firstAtUs.toolCall),
    },
    turns: records.map(({ turn }) => turn ?? null),
    targets: occasional(records, ({ target }) => target),
    serverTimes: occasional(records, ({ serverTimes }) => serverTimes),
    tokenParts: occasional(records, ({ tokenParts }) => tokenParts),
    reasoningTexts: occasional(records, ({ reasoningText }) => reasoningText),
    rejected: occasional(records, ({ rejected }) => rejected),
    voices: occasional(records, ({ voice }) => voice),
    made: occasional(records, ({ made }) => made),
    stageMetrics: occasional(records, ({ stageMetrics }) => stageMetrics),
    differences: occasional(records, ({ differences }) => differences),
    resent: records.map(({ resent = false }) => resent),
    readAtOnce: records.map(({ readAtOnce }) => readAtOnce === true),
    gapCounts: records.map(({ interTokenLatenciesUs }) => interTokenLatenciesUs.length),
    gapsUs: endToEnd(
      records.map(({ interTokenLatenciesUs }) => interTokenLatenciesUs),
      Uint32Array,
    ),
  }
}

/** Null where no record has a value. */
function occasional<Value>(
  records: readonly RequestRecord[],
  valueOf: (record: RequestRecord) => Value | null | undefined,
): (Value | null)[] | null {
  const has = (record: RequestRecord) => (valueOf(record) ?? null) !== null
  return records.some(has) ? records.map((record) => valueOf(record) ?? null) : null
}

/** To be kept: none of them keeps the whole batch. */
export function unpackRecords(packed: PackedRecords): RequestRecord[] {
  return Array.from(eachPackedRecord(packed), (record) => ({
    ...record,
    interTokenLatenciesUs: ownGaps(record.interTokenLatenciesUs),
  }))
}

/** To be iterated: each is made on demand, and its gaps are a part of the batch. */
export function* eachPackedRecord({
  columns,
  firstAtUs,
  turns,
  targets,
  serverTimes,
  tokenParts,
  reasoningTexts,
  rejected,
  voices,
  made,
  stageMetrics,
  differences,
  resent,
  readAtOnce,
  gapCounts,
  gapsUs,
}: PackedRecords): Iterable<RequestRecord> {
  let gapsEnd = 0
  for (const [i, gapCount] of gapCounts.entries()) {
    yield {
      index: valueAt(columns.index, i),
      requestId: valueAt(columns.requestId, i),
      turn: turns[i] ?? undefined,
      target: targets?.[i] ?? undefined,
      scheduledAtUs: valueAt(columns.scheduledAtUs, i),
      rejected: rejected?.[i] ?? undefined,
      sentAtUs: valueAt(columns.sentAtUs, i),
      resent: resent[i] === true ? true : undefined,
      firstTokenAtUs: valueAt(columns.firstTokenAtUs, i),
      firstAtUs: {
        chunk: valueAt(firstAtUs.chunk, i),
        content: valueAt(firstAtUs.content, i),
        reasoning: valueAt(firstAtUs.reasoning, i),
        toolCall: valueAt(firstAtUs.toolCall, i),
      },
      endedAtUs: valueAt(columns.endedAtUs, i),
      interTokenLatenciesUs:
        gapCount === 0 ? noGaps : gapsUs.subarray(gapsEnd, (gapsEnd += gapCount)),
      promptTokens: valueAt(columns.promptTokens, i),
      inputs: valueAt(columns.inputs, i),
      inputAudioS: valueAt(columns.inputAudioS, i),
      voice: voices?.[i] ?? undefined,
      made: made?.[i] ?? undefined,
      stageMetrics: stageMetrics?.[i] ?? undefined,
      outputTokens: valueAt(columns.outputTokens, i),
      generatedText: valueAt(columns.generatedText, i),
      serverTimes: serverTimes?.[i] ?? undefined,
      tokenParts: tokenParts?.[i] ?? undefined,
      reasoningText: reasoningTexts?.[i] ?? undefined,
      differences: differences?.[i] ?? undefined,
      readAtOnce: readAtOnce[i] === true ? true : undefined,
      error: valueAt(columns.error, i),
    }
  }
}

const noGaps = new Uint32Array()

function ownGaps(gapsUs: Uint32Array): Uint32Array {
  return gapsUs.length === 0 ? noGaps : gapsUs.slice()
}

function valueAt<Value>(column: readonly Value[], i: number): Value {
  const value = column[i]
  if (value === undefined) throw new RangeError(`The batch has no record ${i}.`)
  return value
}
