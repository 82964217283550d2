// Default names of runs and sweeps: short, with distinguishing parts at the end, which truncated names keep.
import { flagArguments, flagName } from '#core/flags/flag.ts'
import { defaultsOf } from '../benchmark-config.ts'
import {
  type BenchmarkConfig,
  type BenchmarkField,
  type BenchmarkFlag,
  benchmarkFlags,
} from '#core/flags/benchmark-fields.ts'
import { inEnglish, message } from '#core/messages/message.ts'
import { type ConcurrencyChoice, heldBy, isSpreadOverTime } from '#core/traits/load-traits.ts'
import type { SweepPlan } from '../sweep.ts'

type Load = Pick<
  BenchmarkConfig,
  | 'backend'
  | 'requestRate'
  | 'maxConcurrency'
  | 'rampUpStrategy'
  | 'rampUpStartRps'
  | 'rampUpEndRps'
  | 'requestRateSeries'
  | 'datasetName'
  | 'selfTimed'
>

type Workload = Pick<
  BenchmarkConfig,
  'datasetName' | 'randomInputLen' | 'randomOutputLen' | 'randomRangeRatio' | 'seqDist'
>

type NamedConfig = Load & Workload & Pick<BenchmarkConfig, 'model'>

type NamedPoint = Readonly<{
  sweep: string
  /** Empty if all points of the sweep share it. */
  configuration: string
  config: Load
  /** From 0. */
  repeat: number
}>

type NamedImport = Readonly<{
  config: NamedConfig & Pick<BenchmarkConfig, 'label'>
  fileName: string
  knownFields: readonly string[]
}>

/** `Qwen2.5-1.5B · random 256/128 · 12 req/s · c64`. `served` is the model reported by the server. */
export function runNameOf(config: BenchmarkConfig, served: string | null): string {
  return joined([
    ...shortModel(config.model ?? served ?? ''),
    workloadName(config),
    ...loadParts(config),
    ...changedParts(config),
  ])
}

/** `Nightly · max-num-seqs 64 · 12 req/s · c64 · repeat 2` */
export function pointNameOf({ sweep, configuration, config, repeat }: NamedPoint): string {
  return joined([
    sweep,
    ...(configuration === '' ? [] : [configuration]),
    ...loadParts(config),
    ...(repeat === 0 ? [] : [`repeat ${repeat + 1}`]),
  ])
}

type NamedSweep = Pick<SweepPlan, 'config' | 'search' | 'requestRates' | 'maxConcurrencies'>

/** `random 256/128 · 4, 8, 16 req/s · c64`, `random 256/128 · capacity 1–512 req/s` */
export function sweepNameOf(plan: NamedSweep, sought: string = plan.search?.kind ?? ''): string {
  const workload = workloadName(plan.config)
  if (plan.search === null) return joined([workload, ...sweptParts(plan)])
  const { over, from, upTo } = plan.search
  const loads =
    over === 'requestRate' ? `${from}–${upTo} ${rateUnit(plan.config)}` : `c${from}–${upTo}`
  return joined([workload, `${sought} ${loads}`])
}

type SweepLoads = Pick<SweepPlan, 'config' | 'requestRates' | 'maxConcurrencies'>

function sweptParts({ config, requestRates, maxConcurrencies }: SweepLoads): string[] {
  const rates = requestRates.map(String)
  const limits = maxConcurrencies.flatMap((limit) => limit ?? [])
  const isOpen = requestRates.some((rate) => rate !== 'inf')
  if (!isOpen && limits.length === 0) return ['all at once']
  return [
    ...(isOpen ? [`${shortList(rates)} ${rateUnit(config)}`] : []),
    ...(limits.length > 0 ? [`c${shortList(limits.map(String))}`] : []),
  ]
}

const mostListed = 6

function shortList(values: readonly string[]): string {
  if (values.length <= mostListed) return values.join(', ')
  return `${values[0] ?? ''}–${values.at(-1) ?? ''}`
}

/**
 * Name of an imported run. Derived from the settings in the file, like a measured run, else from the file's name. A label
 * replaces the model.
 */
export function importNameOf({ config, fileName, knownFields }: NamedImport): string {
  const isKnown = (...fields: readonly string[]) =>
    fields.every((field) => knownFields.includes(field))
  const lengths = config.datasetName === 'random' ? ['randomInputLen', 'randomOutputLen'] : []
  const [model = null] = shortModel(config.model ?? '')
  const settings = [
    ...(isKnown('datasetName', ...lengths) ? [workloadName(config)] : []),
    ...(isKnown('requestRate') ? loadParts(config) : []),
  ]
  const subject = config.label ?? model ?? fileName
  return joined([subject, ...(settings.length > 0 || subject === fileName ? settings : [fileName])])
}

function joined(parts: readonly string[]): string {
  return parts.join(' · ')
}

function rateUnit(config: ConcurrencyChoice): string {
  return inEnglish(message(`tables.rateUnit.${heldBy(config)}`))
}

function loadParts(config: Load): string[] {
  const { requestRate, maxConcurrency } = config
  const limit = maxConcurrency === null ? [] : [`c${maxConcurrency}`]
  if (requestRate !== 'inf') return [`${requestRate} ${rateUnit(config)}`, ...limit]
  const { rampUpStrategy: ramp, rampUpStartRps: from, rampUpEndRps: to } = config
  if (ramp !== null) return [`${ramp} ramp ${from ?? ''}–${to ?? ''} ${rateUnit(config)}`, ...limit]
  if (config.requestRateSeries !== null) return ['rate series', ...limit]
  if (isSpreadOverTime(config)) return ['recorded times', ...limit]
  return limit.length > 0 ? limit : ['all at once']
}

function workloadName(config: Workload): string {
  const { datasetName, randomInputLen, randomOutputLen, randomRangeRatio: range } = config
  if (datasetName !== 'random') return datasetName
  if (config.seqDist !== null) return `${datasetName} mix`
  const lengths = `random ${randomInputLen}/${randomOutputLen}`
  return typeof range === 'number' && range > 0
    ? `${lengths} ±${Number((range * 100).toPrecision(3))} %`
    : lengths
}

/** Fields that have their own part of the name, or never differ within a comparison. */
const otherwiseNamed: ReadonlySet<BenchmarkField> = new Set([
  ...(['requestRate', 'maxConcurrency', 'selfTimed'] as const),
  ...(['rampUpStrategy', 'rampUpStartRps', 'rampUpEndRps'] as const),
  ...(['datasetName', 'randomInputLen', 'randomOutputLen', 'randomRangeRatio'] as const),
  'endpoint',
])
const namedFlags = benchmarkFlags.filter(
  ({ field, affects, isNamed }) =>
    (isNamed || affects === 'load' || affects === 'latencies') && !otherwiseNamed.has(field),
)
/** Limit that the load does not reach. */
const mostNamed = 4

function changedParts(config: BenchmarkConfig): string[] {
  const defaults = defaultsOf(config.compat)
  const changed = namedFlags.filter(
    ({ field, appliesTo }) =>
      !isSame(config[field], defaults[field]) && appliesTo?.(config) !== false,
  )
  const left = changed.length - mostNamed
  return [
    ...changed.slice(0, mostNamed).map((flag) => changedPart(flag, config)),
    ...(left > 0 ? [`+${left}`] : []),
  ]
}

function changedPart(flag: BenchmarkFlag, config: BenchmarkConfig): string {
  const name = flagName(flag.repeats ?? flag.field).slice(2)
  const value = config[flag.field]
  if (typeof value === 'boolean') return value ? name : `no ${name}`
  const words = flagArguments(flag, value).map(shortWord)
  if (flag.field === 'backend') return words.join('')
  return [name, ...words].join(' ').slice(0, longestPart)
}

const longestPart = 40

/** Shortens a URL to its host and a path to its file name. */
function shortWord(word: string): string {
  const [, host] = /^https?:\/\/(?:[^@/]*@)?([^/?#]+)/i.exec(word) ?? []
  return host ?? word.replace(/^.*[/\\](?=[^/\\])/, '')
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Drops the organisation or folder, and common suffixes of served models. */
function shortModel(model: string): string[] {
  const name = model.replace(/\/+$/, '').replace(/^.*\//, '')
  return name === '' ? [] : [name.replace(/-(Instruct|Chat)$/i, '')]
}
