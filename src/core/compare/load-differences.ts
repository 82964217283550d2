// Differences in the load of two benchmarks, and the figures that they make incomparable. Rules: docs/measuring/certainty.md,
// "Two runs compared".
import {
  benchmarkFlags,
  type BenchmarkConfig,
  type BenchmarkField,
  type BenchmarkFlag,
} from '#core/flags/benchmark-fields.ts'
import { message, type Text } from '#core/messages/message.ts'
import { figureTraits, isLatency, type FigureName } from '#core/metrics/figures.ts'
import { latencyOf } from '#core/metrics/latencies.ts'
import { hasSteadyLoad } from '#core/traits/load-traits.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import { type ImportSource, isKnown } from '#core/model/run/import-source.ts'
import { toolDefinitions } from '#core/stats/tool-definitions.ts'
import type { ComparableRun } from './comparable-figures.ts'

export type LoadedRun = ComparableRun &
  Readonly<{ imported?: Pick<ImportSource, 'knownFields' | 'tool'> | null }>

export type LoadDifference = Readonly<{
  /** Flag or measured length. */
  name: string
  base: string
  other: string
  /** Figures that the difference makes incomparable. */
  affects: FiguresAffected | readonly FigureName[]
}>

/** Differences other than flags. Their names are keys in the JSON of a comparison. */
const measuredDifferences: Readonly<Record<string, Text>> = {
  definitions: message('comparison.definitions'),
  'prompt tokens per request': message('comparison.promptTokens'),
  'output tokens per request': message('comparison.outputTokens'),
}

/** Name in a sentence; flags in their own spelling. */
export function differenceName({ name }: LoadDifference): Text {
  return measuredDifferences[name] ?? name
}

/** A value in a sentence. */
export function valueText(value: string): Text {
  return value === absent ? message('comparison.none') : value
}

type FiguresAffected = 'all' | 'latencies' | 'goodput' | 'outputs'

/** Load first, then its contents. */
const flagsInOrder = [...benchmarkFlags].sort(
  (a, b) => Number(b.group === 'Traffic') - Number(a.group === 'Traffic'),
)

function fieldsThatAffect(kind: BenchmarkFlag['affects']): readonly BenchmarkField[] {
  return flagsInOrder.flatMap(({ field, affects }) => (affects === kind ? [field] : []))
}

const loadFields = fieldsThatAffect('load')
const lengthFields = fieldsThatAffect('length')
const latencyFields = fieldsThatAffect('latencies')
const goodputFields = fieldsThatAffect('goodput')

export function loadDifferences(base: LoadedRun, other: LoadedRun): LoadDifference[] {
  const isSteady = [base, other].every(({ config }) => hasSteadyLoad(config) && fillsLimit(config))
  return [
    ...differencesOf([...loadFields, ...(isSteady ? [] : lengthFields)], 'all', [base, other]),
    ...lengthDifferences(base, other),
    ...differencesOf(latencyFields, 'latencies', [base, other]),
    ...differencesOf(goodputFields, 'goodput', [base, other]),
    ...definitionDifferences([base, other]),
  ]
}

export function isAffected(figure: FigureName, { affects }: LoadDifference): boolean {
  return typeof affects === 'string' ? figures[affects](figure) : affects.includes(figure)
}

const figures: Readonly<Record<FiguresAffected, (figure: FigureName) => boolean>> = {
  all: () => true,
  latencies: (figure) => isLatency(figure) || figure === 'requestGoodput',
  goodput: (figure) => figure === 'requestGoodput',
  /** Longer responses do not change the time per token, but reduce the number of responses. */
  outputs: (figure) =>
    isLatency(figure)
      ? latencyOf(figure).growsWithOutput === true
      : figureTraits[figure].family !== 'share',
}

/** A concurrency limit that no request waits for makes a burst. */
function fillsLimit({ requestRate, maxConcurrency, numPrompts, durationMinutes }: BenchmarkConfig) {
  if (requestRate !== 'inf' || maxConcurrency === null || durationMinutes !== null) return true
  return maxConcurrency < numPrompts
}

type Pair = readonly [base: LoadedRun, other: LoadedRun]

function differencesOf(
  fields: readonly BenchmarkField[],
  affects: FiguresAffected,
  [base, other]: Pair,
): LoadDifference[] {
  return fields.flatMap((field) => {
    const [one, two] = [valueOf(base, field), valueOf(other, field)]
    const isComparable = (one !== unknown && two !== unknown) || field === 'requestRate'
    const differs = isComparable && one !== two
    return differs ? [{ name: flagOf(field), base: one, other: two, affects }] : []
  })
}

/** Metrics of the same name that the measuring clients define differently. */
function definitionDifferences(pair: Pair): LoadDifference[] {
  const [one, two] = pair.map(({ imported = null }) => imported?.tool?.name)
  if (one === two) return []
  const affects = [one, two].flatMap((tool) => (tool ? toolDefinitions(tool).definedOtherwise : []))
  const [base, other] = [one ?? 'vLLM', two ?? 'vLLM']
  return affects.length === 0 ? [] : [{ name: 'definitions', base, other, affects }]
}

/** An imported file may not contain its load. */
const unknown = '?'
const absent = 'none'

function valueOf({ config, imported = null }: LoadedRun, field: BenchmarkField): string {
  return isKnown({ imported }, field) ? written(config[field]) : unknown
}

function flagOf(field: BenchmarkField): string {
  return benchmarkFlags.find((flag) => flag.field === field)?.flag ?? field
}

function written(value: unknown): string {
  if (value === undefined || value === null) return absent
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text === '{}' ? absent : text
}

/** Tolerated relative difference of mean tokens per request. */
const tolerableLengthShare = 0.05
/** Critical value of a mean at 1 %, in standard errors. Lengths that end at random vary by at most their mean. */
const sureReach = 2.58

type Lengths = Readonly<{
  summary: Pick<RunSummary, 'completed' | 'totalInputTokens' | 'totalOutputTokens'>
}>

/** The same load may produce responses of other lengths, which take longer on an equally fast server. */
export function lengthDifferences(base: Lengths, other: Lengths): LoadDifference[] {
  const [ones, others] = [base.summary, other.summary]
  const chance = sureReach * Math.sqrt(1 / ones.completed + 1 / others.completed)
  const differ = (one: number, two: number) =>
    one > 0 && two > 0 && Math.abs(Math.log(two / one)) > Math.max(tolerableLengthShare, chance)
  const each = ({ totalInputTokens, totalOutputTokens, completed }: typeof ones) => ({
    prompt: totalInputTokens / completed,
    output: (totalOutputTokens ?? 0) / completed,
  })
  const [one, two] = [each(ones), each(others)]
  const reported = (name: string, key: 'prompt' | 'output', affects: FiguresAffected) =>
    differ(one[key], two[key])
      ? [{ name, base: one[key].toFixed(0), other: two[key].toFixed(0), affects }]
      : []
  return [
    ...reported('prompt tokens per request', 'prompt', 'all'),
    ...reported('output tokens per request', 'output', 'outputs'),
  ]
}
