// Hash of everything that a workload depends on. Workloads with the same hash have the same bytes and times.
import { createHash } from 'node:crypto'
import type { PreparationOrder } from '#contract/preparation-protocol.ts'
import { keysOf } from '#core/base/keys-of.ts'
import { compatProfileOf } from '#core/compat/compat-profile-of.ts'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import type { BenchmarkConfig, BenchmarkField } from '#core/flags/benchmark-fields.ts'
import { addedServerFlags, addedTrafficFlags } from '#core/flags/load-senders.ts'
import { datasetTraits } from '#core/traits/dataset-traits.ts'
import { requestForms } from '#core/protocol/apis.ts'
import { secretsOf } from '#core/redaction/presentable.ts'
import { expandHome } from '#node/files/data-folder.ts'
import { ownResource } from '#node/files/own-file.ts'
import type { TokenizerPlace } from '#node/tokenizer/resolve-tokenizer.ts'
import { fileVersion, tokenizerVersion } from '#node/tokenizer/tokenizer-version.ts'

/** Fields that no prompt, body or time of a workload depends on. */
const unread = [
  ...[
    'baseUrl',
    ...keysOf(addedServerFlags),
    'host',
    'port',
    'header',
    'insecure',
    'clientCert',
    'clientKey',
  ],
  ...['gpuMetricsUrl', 'gpuMetricsGpus', 'telemetryRateHz', 'telemetryMetric'],
  ...['requestTimeoutSec', 'stallTimeoutSec', 'runTimeoutSec'],
  ...['maxConnectionErrors', 'maxErrors', 'maxErrorRate'],
  ...keysOf(addedTrafficFlags),
  ...['clientThreads', 'coldConnections', 'transport', 'allowClockSkew'],
  ...['profile', 'profileBatchThreshold', 'profileDuration'],
  ...['label', 'requestIdPrefix', 'percentileMetrics', 'metricPercentiles', 'goodput', 'metadata'],
  ...['steadyState', 'steadyStateThreshold', 'steadyStateMinWindow', 'pricePerHour'],
] as const satisfies readonly BenchmarkField[]

/** The config with defaults for all fields that the workload does not depend on. Workloads are made from it alone. */
export function workloadConfig(config: BenchmarkConfig): BenchmarkConfig {
  const usual = Object.fromEntries(unread.map((name) => [name, defaultBenchmarkConfig[name]]))
  return { ...config, ...usual }
}

/** The dataset's only file; null without one. Excludes datasets that read several files or query the Hub. */
const files: Partial<Record<string, (config: BenchmarkConfig) => string | null>> = {
  random: () => null,
  'random-rerank': () => null,
  prefix_repetition: () => null,
  'random-agent': () => null,
  sonnet: ({ datasetPath }) => datasetPath ?? ownResource('sonnets.txt'),
  sharegpt: pathOf,
  burstgpt: pathOf,
  timed_trace: pathOf,
  custom: pathOf,
}

function pathOf({ datasetPath }: BenchmarkConfig): string | null {
  return datasetPath && expandHome(datasetPath)
}

type Sources = Pick<PreparationOrder, 'model'> &
  Readonly<{
    /** Result of `workloadConfig`, with the size of the vocabulary. */
    config: BenchmarkConfig
    tokenizer: TokenizerPlace
    /** Version of the code that prepares workloads. */
    program: string
  }>

/** Null if the workload may differ next time, or contains a secret. */
export async function workloadKey({
  config,
  model,
  tokenizer,
  program,
}: Sources): Promise<string | null> {
  const file = files[config.datasetName]
  if (file === undefined || tokenizer.kind === 'server' || config.on !== null) return null
  if (secretsOf(config).length > 0) return null
  if (requestForms[config.backend].encoding === 'multipart') return null
  // The rate file is not part of the key.
  if (config.requestRateSeries !== null) return null
  const path = file(config)
  const version = path === null ? null : await fileVersion(path)
  if (datasetTraits[config.datasetName].path !== 'none' && version === null) return null
  const words = tokenizer.kind === 'file' ? await tokenizerVersion(tokenizer.path) : null
  const { id, maxModelLen } = model
  const facts = [program, process.versions.v8, config, id, maxModelLen, path, version, words]
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex')
}

/** Whether prompts are truncated if the server splits them into more tokens. */
export function isAligned(config: BenchmarkConfig): boolean {
  return (
    datasetTraits[config.datasetName].isAligned && compatProfileOf(config).workload.alignsPrompts
  )
}
