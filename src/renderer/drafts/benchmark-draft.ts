// A benchmark in the form: the text of each changed field, as on a command line.
// A field that is not in the draft has its default, so a draft also says which fields were changed.
import type { Problem } from '#contract/views.ts'
import { AppError, issueText, statedBy } from '#core/model/app-error.ts'
import { backendNames, backendTraits } from '#core/backends/backend-traits.ts'
import { benchmarkConfigSchema, defaultsOf } from '#core/model/benchmark-config.ts'
import { datasetNames } from '#core/traits/dataset-traits.ts'
import {
  benchmarkFieldsSchema,
  benchmarkFlags,
  type BenchmarkConfig,
  type BenchmarkField,
  type BenchmarkFlag,
} from '#core/flags/benchmark-fields.ts'
import { flagArguments } from '#core/flags/flag.ts'
import { readFlagValue, takesSeveralValues } from '#core/command-line/read-flag-value.ts'
import type { z } from 'zod'

export type BenchmarkDraft = Readonly<Partial<Record<BenchmarkField, string>>>

type DraftReading = Readonly<{
  /** Null while a field does not hold a value of its kind. */
  config: BenchmarkConfig | null
  problems: readonly Problem[]
}>

/** Arguments in the text of a field: one per line for pairs, whose values may hold spaces; else split at spaces. */
function wordsIn(flag: BenchmarkFlag, text: string): string[] {
  if (!takesSeveralValues(flag)) return [text.trim()]
  const separator = flag.kind === 'pairs' ? '\n' : /\s+/
  return text
    .split(separator)
    .map((word) => word.trim())
    .filter((word) => word !== '')
}

function valueIn(flag: BenchmarkFlag, text: string): unknown {
  return flag.kind === 'switch' ? text === 'true' : readFlagValue(flag, wordsIn(flag, text))
}

export function fieldText(flag: BenchmarkFlag, config: BenchmarkConfig): string {
  const value = config[flag.field]
  if (typeof value === 'boolean') return String(value)
  return flagArguments(flag, value).join(flag.kind === 'pairs' ? '\n' : ' ')
}

/** Fields that the user wrote: they differ from what the form was filled with. */
export function changedFields(draft: BenchmarkDraft, filled: BenchmarkDraft): BenchmarkField[] {
  return benchmarkFlags.map(({ field }) => field).filter((field) => draft[field] !== filled[field])
}

/** Settings that name the model of one server, and mean nothing to another. */
const ofOneServer: readonly BenchmarkField[] = ['model', 'servedModelName', 'tokenizer']

export function forAnotherServer(draft: BenchmarkDraft): BenchmarkDraft {
  return ofOneServer.reduce(without, draft)
}

/** The default of a field, which may depend on the compatibility profile. */
export function defaultText({ compat }: BenchmarkDraft, flag: BenchmarkFlag): string {
  return fieldText(flag, defaultsOf(compat))
}

/** Reads every field that was written; what cannot be read is a problem at its field. */
export function readDraft(draft: BenchmarkDraft): DraftReading {
  const written: Partial<Record<BenchmarkField, unknown>> = {}
  const unreadable: Problem[] = []
  for (const flag of benchmarkFlags) {
    const text = draft[flag.field]
    if (text === undefined) continue
    try {
      written[flag.field] = valueIn(flag, text)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      unreadable.push({ field: flag.field, message: error.content.message })
    }
  }
  const values = { ...defaultsOf(written.compat), ...written }
  const fields = benchmarkFieldsSchema.safeParse(values, { error: issueText })
  const whole = benchmarkConfigSchema.safeParse(values, { error: issueText })
  return {
    config: fields.success && unreadable.length === 0 ? fields.data : null,
    problems: [...unreadable, ...(whole.error?.issues ?? []).map(fieldProblem)],
  }
}

function fieldProblem(issue: z.core.$ZodIssue): Problem {
  const [field] = issue.path
  return { field: field === undefined ? null : String(field), message: statedBy(issue) }
}

/** The endpoint follows the backend while it is one of these; any other was written by the user. */
const usualEndpoints = new Set(Object.values(backendTraits).map((traits) => traits.usualEndpoint))

/** Writing nothing, or the default, takes the field back to its default; API, endpoint and dataset follow each other. */
export function writeField(
  draft: BenchmarkDraft,
  flag: BenchmarkFlag,
  text: string,
): BenchmarkDraft {
  const written = put(draft, flag, text)
  if (flag.field === 'backend') return followed(followedByDataset(written))
  return flag.field === 'datasetName' ? followed(followedByBackend(written)) : written
}

/** Fields that cards of loads fill in, and that not every dataset or API takes. */
const filledIn: readonly BenchmarkField[] = ['promptTokenIds', 'requestRate']

function followed(draft: BenchmarkDraft): BenchmarkDraft {
  const whole = followBackend(draft)
  const atFault = new Set(readDraft(whole).problems.map(({ field }) => field))
  return filledIn.filter((field) => atFault.has(field)).reduce(without, whole)
}

function put(draft: BenchmarkDraft, flag: BenchmarkFlag, text: string): BenchmarkDraft {
  const isDefault = text.trim() === '' || text === defaultText(draft, flag)
  return isDefault ? without(draft, flag.field) : { ...draft, [flag.field]: text }
}

/** With an API that takes the dataset: the one that is written where it does, else the first of all. */
function followedByBackend(draft: BenchmarkDraft): BenchmarkDraft {
  const written = backendNames.find((name) => name === draft.backend)
  const usual = [...(written === undefined ? [] : [written]), ...usualBackends]
  return withFirstThatFits(draft, 'backend', [...usual, ...backendNames])
}

/** With a dataset that the API takes, unless one was written. */
function followedByDataset(draft: BenchmarkDraft): BenchmarkDraft {
  return draft.datasetName === undefined
    ? withFirstThatFits(draft, 'datasetName', datasetNames)
    : draft
}

/** Backends that most servers support precede others of their kind. */
const usualBackends: readonly string[] = ['openai', 'openai-chat', 'vllm-rerank']

/** Returns the draft unchanged if none fits. */
function withFirstThatFits(
  draft: BenchmarkDraft,
  field: 'backend' | 'datasetName',
  names: readonly string[],
): BenchmarkDraft {
  const flag = benchmarkFlags.find((one) => one.field === field)
  if (flag === undefined) return draft
  const drafts = names.map((name) => put(draft, flag, name))
  return drafts.find(fits) ?? draft
}

function fits(draft: BenchmarkDraft): boolean {
  const { problems } = readDraft(draft)
  return !problems.some(({ field }) => field === 'backend' || field === 'datasetName')
}

function without(draft: BenchmarkDraft, field: BenchmarkField): BenchmarkDraft {
  return Object.fromEntries(Object.entries(draft).filter(([written]) => written !== field))
}

function followBackend(draft: BenchmarkDraft): BenchmarkDraft {
  const { endpoint } = draft
  const defaults = defaultsOf(draft.compat)
  if (endpoint !== undefined && !usualEndpoints.has(endpoint)) return draft
  const backend = backendNames.find((name) => name === draft.backend) ?? defaults.backend
  const { usualEndpoint } = backendTraits[backend]
  return usualEndpoint === defaults.endpoint
    ? without(draft, 'endpoint')
    : { ...draft, endpoint: usualEndpoint }
}

/** The draft that reads as `config`. */
export function draftOf(config: BenchmarkConfig): BenchmarkDraft {
  const defaults = defaultsOf(config.compat)
  return benchmarkFlags.reduce<BenchmarkDraft>((draft, flag) => {
    const text = fieldText(flag, config)
    if (text === '' || text === fieldText(flag, defaults)) return draft
    return { ...draft, [flag.field]: text }
  }, {})
}
