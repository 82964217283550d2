// Lengths that a request asks for, and whether its response matches them.
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { backendTraits } from '#core/backends/backend-traits.ts'
import { ignoresEos } from '#core/traits/dataset-traits.ts'
import { remembered } from '#core/model/remembered.ts'
import type { RequestRecord, ResponseDifferences } from '#core/records/request-record.ts'
import type { SampledRequest } from './sampled-request.ts'
import { TokenIds } from './token-ids.ts'

type AskedLengths = Readonly<{
  /** Our own count; null if the server adds tokens that are not counted here. */
  promptTokens: number | null
  /** Sum over all choices; null without a limit. */
  outputTokens: number | null
  choices: number
  /** Output runs to its limit: nothing in the request ends it earlier. */
  isExact: boolean
}>

type Body = Readonly<Record<string, unknown>>

const lengthFields = ['max_completion_tokens', 'max_output_tokens', 'max_tokens', 'max_new_tokens']

/** Fields that may end a response before its limit, even with `ignore_eos`. */
const endingFields =
  /^(stop|stop_token_ids|stop_sequences|response_format|structured_outputs|guided_.*|grammar|json_schema|tools|use_beam_search|beam_width)$/

export function askedLengths(request: SampledRequest, config: BenchmarkConfig): AskedLengths {
  const { bodyOverrides, expectedOutputTokens } = request
  const { limit, countsOutput, choices, isExact } =
    bodyOverrides === undefined
      ? usualDemands(config)
      : demandsOf({ ...config.extraBody, ...bodyOverrides }, config)
  const output = Number(limit ?? expectedOutputTokens)
  return {
    promptTokens: hasOwnCount(request, config) ? request.promptTokens : null,
    outputTokens: countsOutput && output > 0 ? output * choices : null,
    choices,
    isExact,
  }
}

type Demands = Pick<AskedLengths, 'choices' | 'isExact'> &
  Readonly<{
    limit: unknown
    /** The response is one text with a known limit. */
    countsOutput: boolean
  }>

/** Applies to every request without overrides. */
const usualDemands = remembered((config: BenchmarkConfig) =>
  demandsOf(config.extraBody ?? {}, config),
)

function demandsOf(body: Body, config: BenchmarkConfig): Demands {
  const isBeamSearch = body['use_beam_search'] === true || (config.bestOf ?? 1) > 1
  const { task, streams } = backendTraits[config.backend]
  return {
    limit: lengthFields.map((name) => body[name]).find((value) => typeof value === 'number'),
    countsOutput: task === 'generation' && streams && !isBeamSearch,
    choices: choicesAsked(body),
    isExact: runsToLimit(body, config),
  }
}

/** `n`; 1 if absent. */
export function choicesAsked(body: Body | null): number {
  const choices = body?.['n']
  return typeof choices === 'number' && Number.isInteger(choices) && choices > 1 ? choices : 1
}

/** True for a single prompt of token ids, or of text with a tokenizer. Only the server can count media, dataset messages and earlier turns. */
function hasOwnCount(request: SampledRequest, { skipTokenizerInit }: BenchmarkConfig): boolean {
  const { media, content, chatMessages, recording, turn, furtherPrompts } = request
  const others = media ?? content ?? chatMessages ?? recording ?? turn ?? furtherPrompts
  const isCounted = !skipTokenizerInit || request.prompt instanceof TokenIds
  return request.promptTokens > 0 && others === undefined && isCounted
}

function runsToLimit(body: Body, config: BenchmarkConfig): boolean {
  if (Object.keys(body).some((name) => endingFields.test(name))) return false
  const own = body['ignore_eos']
  return typeof own === 'boolean' ? own : ignoresEos(config)
}

/** Tolerances, as shares and tokens: special tokens at the ends, and tokens of a chat template. */
const tolerable = {
  prompt: { share: 0.05, tokens: 8, template: 100 },
  output: { share: 0.02, tokens: 1 },
}

export function isOtherOutput(given: number, asked: number): boolean {
  const { share, tokens } = tolerable.output
  return Math.abs(given - asked) > Math.max(tokens, share * asked)
}

function isOtherPrompt(given: number, asked: number, hasTemplate: boolean): boolean {
  const { share, tokens, template } = tolerable.prompt
  const slack = Math.max(tokens, share * asked)
  return given < asked - slack || given > asked + slack + (hasTemplate ? template : 0)
}

/** One number per request; NaN means null. */
export type AskedLengthColumns = Readonly<{
  promptTokens: Float64Array
  outputTokens: Float64Array
  isExact: Uint8Array
}>

export function askedLengthColumns(
  requests: readonly SampledRequest[],
  config: BenchmarkConfig,
): AskedLengthColumns {
  const { length } = requests
  const columns = {
    promptTokens: new Float64Array(length),
    outputTokens: new Float64Array(length),
    isExact: new Uint8Array(length),
  }
  requests.forEach((request, index) => {
    const { promptTokens, outputTokens, isExact } = askedLengths(request, config)
    columns.promptTokens[index] = promptTokens ?? NaN
    columns.outputTokens[index] = outputTokens ?? NaN
    columns.isExact[index] = Number(isExact)
  })
  return columns
}

function numberOrNull(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value
}

/** Adds the differences between response and request that its counts show; requests repeat after the last one. */
export function withDifferences(
  record: RequestRecord,
  columns: AskedLengthColumns,
  config: BenchmarkConfig,
): RequestRecord {
  const index = record.index % columns.isExact.length
  if (record.error !== null || Number.isNaN(index)) return record
  const asked = {
    promptTokens: numberOrNull(columns.promptTokens[index]),
    outputTokens: numberOrNull(columns.outputTokens[index]),
    isExact: columns.isExact[index] === 1,
  }
  const { model, unexplained } = record.differences ?? {}
  const { templatesPrompts } = backendTraits[config.backend]
  const isLess = asked.outputTokens === null || outputOf(record) < asked.outputTokens
  const differences: ResponseDifferences = {
    ...(model !== undefined && { model }),
    ...(unexplained === true && isLess && { unexplained }),
    ...(asked.promptTokens !== null &&
      isOtherPrompt(record.promptTokens, asked.promptTokens, templatesPrompts) && {
        promptTokens: asked.promptTokens,
      }),
    ...(asked.outputTokens !== null &&
      hasOtherOutput(record, asked.outputTokens, asked.isExact) && {
        outputTokens: asked.outputTokens,
      }),
  }
  const isAsAsked = Object.keys(differences).length === 0
  if (isAsAsked && record.differences === undefined) return record
  return { ...record, differences: isAsAsked ? undefined : differences }
}

/** Without a count yet, a response may differ. If it need not run to its limit, only exceeding the limit is a difference. */
function hasOtherOutput({ outputTokens }: RequestRecord, asked: number, isExact: boolean): boolean {
  if (outputTokens === null) return isExact
  return isOtherOutput(outputTokens, asked) && (isExact || outputTokens > asked)
}

/** Counts the events of a response without a token count. */
function outputOf({ outputTokens, interTokenLatenciesUs }: RequestRecord): number {
  return outputTokens ?? interTokenLatenciesUs.length + 1
}
