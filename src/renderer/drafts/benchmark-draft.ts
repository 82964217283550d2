// A benchmark in the form: the text of each changed field, as on a command line. A field that is missing in the draft has its
// default, so a draft also shows which fields were changed.
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
  /** Null while a field is invalid. */
  config: BenchmarkConfig | null
  problems: readonly Problem[]
}>

/** Splits the text of a field into arguments: one per line for pairs, whose values may contain spaces; otherwise at spaces. */
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

/** Fields that the user changed: they differ from the values that filled the form. */
export function changedFields(draft: BenchmarkDraft, filled: BenchmarkDraft): BenchmarkField[] {
  return benchmarkFlags.map(({ field }) => field).filter((field) => draft[field] !== filled[field])
}

/** Settings that name one server's model, and do not apply to another. */
const ofOneServer: readonly BenchmarkField[] = ['model', 'servedModelName', 'tokenizer']

export function forAnotherServer(draft: BenchmarkDraft): BenchmarkDraft {
  return ofOneServer.reduce(without, draft)
}

/** The default of a field, which may depend on the compatibility profile. */
export function defaultText({ compat }: BenchmarkDraft, flag: BenchmarkFlag): string {
  return fieldText(flag, defaultsOf(compat))
}

/** Parses all changed fields; an invalid value becomes a problem at its field. */
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

/** The endpoint follows the backend if it is one of these; any other was entered by the user. */
const usualEndpoints = new Set(Object.values(backendTraits).map((traits) => traits.usualEndpoint))

/** An empty text, or the default, resets the field to its default; API, endpoint and dataset follow each other. */
export function writeField(
  draft: BenchmarkDraft,
  flag: BenchmarkFlag,
  text: string,
): BenchmarkDraft {
  const written = put(draft, flag, text)
  if (flag.field === 'backend') return followed(followedByDataset(written))
  return flag.field === 'datasetName' ? followed(followedByBackend(written)) : written
}

/** Fields that load cards fill, and that not every dataset or API supports. */
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

/** Selects an API that supports the dataset: the current one if possible, otherwise the first. */
function followedByBackend(draft: BenchmarkDraft): BenchmarkDraft {
  const written = backendNames.find((name) => name === draft.backend)
  const usual = [...(written === undefined ? [] : [written]), ...usualBackends]
  return withFirstThatFits(draft, 'backend', [...usual, ...backendNames])
}

/** Selects a dataset that the API supports, unless one was set. */
function followedByDataset(draft: BenchmarkDraft): BenchmarkDraft {
  return draft.datasetName === undefined
    ? withFirstThatFits(draft, 'datasetName', datasetNames)
    : draft
}

/** Backends that most servers support come first. */
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

/** The draft that parses to `config`. */
export function draftOf(config: BenchmarkConfig): BenchmarkDraft {
  const defaults = defaultsOf(config.compat)
  return benchmarkFlags.reduce<BenchmarkDraft>((draft, flag) => {
    const text = fieldText(flag, config)
    if (text === '' || text === fieldText(flag, defaults)) return draft
    return { ...draft, [flag.field]: text }
  }, {})
}
