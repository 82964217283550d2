// Command line of an existing benchmark, for this program or the original, without default values.
import { conversationsOf } from '#core/flags/conversations.ts'
import {
  benchmarkFlags,
  type BenchmarkConfig,
  type BenchmarkField,
  type BenchmarkFlag,
} from '#core/flags/benchmark-fields.ts'
import { type DatasetName, datasetNames, datasetTraits } from '#core/traits/dataset-traits.ts'
import { defaultsOf } from '#core/model/benchmark-config.ts'
import { compatProfileOf } from '../compat/compat-profile-of.ts'
import { flagArguments, negatedFlag } from '#core/flags/flag.ts'
import { backendTraits } from '#core/backends/backend-traits.ts'
import { presentable } from '../redaction/presentable.ts'
import { shellText } from './launch-functions.ts'

type Program = 'vllm' | 'kneepoint'

/** Included even at their defaults, because they identify the target and the workload. */
const essentialFields: readonly BenchmarkField[] = ['backend', 'endpoint', 'datasetName']

/** An environment variable selects vLLM's Rust client. */
const rustOnlyFields = benchmarkFlags.flatMap(({ field, knownTo }) =>
  knownTo === 'vllm-rust' ? [field] : [],
)

/** The original if it supports the API and the dataset, else this program. */
function usualProgram({ backend, datasetName }: BenchmarkConfig): Program {
  const isOwn = datasetTraits[datasetName].holdsTrajectories
  return isOwn ? 'kneepoint' : (backendTraits[backend].knownTo ?? 'vllm')
}

export function equivalentCommand(config: BenchmarkConfig, program = usualProgram(config)): string {
  const defaults = defaultsOf(config.compat)
  const needsRust =
    datasetTraits[config.datasetName].holdsConversations ||
    rustOnlyFields.some((field) => isChanged(config, field, defaults))
  const client = program === 'vllm' && needsRust ? 'VLLM_USE_RUST_BENCH=1 ' : ''
  return client + shellText(programs[program](config))
}

const programs: Readonly<Record<Program, (config: BenchmarkConfig) => readonly string[]>> = {
  kneepoint: (config) => ['kneepoint', 'bench', 'serve', ...argumentsOf(config, benchmarkFlags)],
  vllm: (config) => [
    ...compatProfileOf(config).command,
    ...argumentsOf(
      { ...config, datasetName: originalDataset(config) },
      benchmarkFlags.filter(({ knownTo }) => knownTo !== 'kneepoint'),
    ),
    ...(originalDataset(config) === config.datasetName ? [] : ['--multi-turn']),
  ],
}

/** The original uses a switch for the conversations of a dataset. */
function originalDataset({ datasetName }: BenchmarkConfig): DatasetName {
  const held = Object.entries(conversationsOf).find(([, name]) => name === datasetName)
  return datasetNames.find((name) => name === held?.[0]) ?? datasetName
}

function argumentsOf(config: BenchmarkConfig, flags: readonly BenchmarkFlag[]): readonly string[] {
  const defaults = defaultsOf(config.compat)
  return flags
    .filter((flag) => isSaid(config, flag, defaults))
    .flatMap((flag) => said(config, flag))
}

function isSaid(
  config: BenchmarkConfig,
  { field }: BenchmarkFlag,
  defaults: BenchmarkConfig,
): boolean {
  if (config.baseUrl !== null && (field === 'host' || field === 'port')) return false
  if (essentialFields.includes(field)) return true
  return isChanged(config, field, defaults)
}

/** A null value cannot be expressed, even if the compatibility profile has a default for the flag. */
function isChanged(
  config: BenchmarkConfig,
  field: BenchmarkField,
  defaults: BenchmarkConfig,
): boolean {
  if (config[field] === null) return false
  return JSON.stringify(config[field]) !== JSON.stringify(defaults[field])
}

function said(config: BenchmarkConfig, flag: BenchmarkFlag): readonly string[] {
  if (config[flag.field] === false) return [negatedFlag(flag.flag)]
  const words = flagArguments(flag, presentable(config)[flag.field])
  const repeats = benchmarkFlags.find(({ field }) => field === flag.repeats)
  if (repeats !== undefined && config[repeats.field] !== null) {
    return words.flatMap((word) => [repeats.flag, word])
  }
  // Joined by `=`, so that an argument with a leading dash is not parsed as a flag.
  const [word] = words
  return words.length === 1 && word?.startsWith('-')
    ? [`${flag.flag}=${word}`]
    : [flag.flag, ...words]
}
