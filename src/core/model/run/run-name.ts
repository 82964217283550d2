// The names of runs that the user gave none: short, with what tells runs apart at the end, where a cut name shows it.
import type { BenchmarkConfig } from '../benchmark/benchmark-fields.ts'

type Load = Pick<BenchmarkConfig, 'requestRate' | 'maxConcurrency'>

type Workload = Pick<BenchmarkConfig, 'datasetName' | 'randomInputLen' | 'randomOutputLen'>

type Named = Load & Workload & Pick<BenchmarkConfig, 'model'>

type NamedPoint = Readonly<{
  sweep: string
  /** Empty where all points of the sweep have the same one. */
  configuration: string
  config: Load
  /** From 0. */
  repeat: number
}>

type NamedImport = Readonly<{
  config: Named & Pick<BenchmarkConfig, 'label'>
  fileName: string
  knownFields: readonly string[]
}>

/** `Qwen2.5-1.5B · random 256/128 · 12 req/s · c64`. `served` is the model that the server reports. */
export function runNameOf(config: Named, served: string | null): string {
  return joined([
    ...shortModel(config.model ?? served ?? ''),
    workloadName(config),
    ...loadParts(config),
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

/**
 * As that of a run that was measured here, as far as the file has its settings, else with the name of the file; a label takes
 * the place of the model.
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

function loadParts({ requestRate, maxConcurrency }: Load): string[] {
  return [
    requestRate === 'inf' ? 'all at once' : `${requestRate} req/s`,
    ...(maxConcurrency === null ? [] : [`c${maxConcurrency}`]),
  ]
}

function workloadName({ datasetName, randomInputLen, randomOutputLen }: Workload): string {
  return datasetName === 'random' ? `random ${randomInputLen}/${randomOutputLen}` : datasetName
}

/** Without its organisation or folder, and without what most names of served models end with. */
function shortModel(model: string): string[] {
  const name = model.replace(/\/+$/, '').replace(/^.*\//, '')
  return name === '' ? [] : [name.replace(/-(Instruct|Chat)$/i, '')]
}
