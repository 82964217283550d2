// Hash of everything that the bytes of a workload depend on: equal hashes are equal workloads.
import { createHash } from 'node:crypto'
import type { PreparationOrder } from '#contract/preparation-protocol.ts'
import { compatProfileOf } from '#core/compat/compat-profile-of.ts'
import { defaultBenchmarkConfig } from '#core/model/benchmark/benchmark-config.ts'
import type { BenchmarkConfig, BenchmarkField } from '#core/model/benchmark/benchmark-fields.ts'
import { type DatasetName, datasetTraits } from '#core/model/benchmark/dataset-traits.ts'
import { requestForms } from '#core/protocol/requests/request-forms.ts'
import { secretsOf } from '#core/redaction/presentable.ts'
import { ownResource } from '#node/files/own-file.ts'
import type { TokenizerPlace } from '#node/tokenizer/resolve-tokenizer.ts'
import { fileVersion, tokenizerVersion } from '#node/tokenizer/tokenizer-version.ts'

/** Fields that no prompt, body or time of a workload depends on. */
const unread = [
  ...['baseUrl', 'otherBaseUrls', 'host', 'port', 'header', 'insecure', 'clientCert', 'clientKey'],
  ...['gpuMetricsUrl', 'gpuMetricsGpus', 'telemetryRateHz', 'telemetryMetric'],
  ...['requestTimeoutSec', 'stallTimeoutSec', 'runTimeoutSec', 'maxConnectionErrors'],
  ...['clientThreads', 'coldConnections', 'transport', 'allowClockSkew'],
  ...['profile', 'profileBatchThreshold', 'profileDuration'],
  ...['label', 'requestIdPrefix', 'percentileMetrics', 'metricPercentiles', 'goodput', 'metadata'],
  ...['steadyState', 'steadyStateThreshold', 'steadyStateMinWindow', 'pricePerHour'],
] as const satisfies readonly BenchmarkField[]

/** The config with the usual values where it makes no difference to the workload, which is made from nothing else. */
export function workloadConfig(config: BenchmarkConfig): BenchmarkConfig {
  const usual = Object.fromEntries(unread.map((name) => [name, defaultBenchmarkConfig[name]]))
  return { ...config, ...usual }
}

/** Datasets of one file at most; others read further files, or ask the Hub which revision is the newest. */
const files: Partial<Record<DatasetName, (config: BenchmarkConfig) => string | null>> = {
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
  return datasetPath
}

type Sources = Pick<PreparationOrder, 'model'> &
  Readonly<{
    /** As `workloadConfig` returns it, with its vocabulary. */
    config: BenchmarkConfig
    tokenizer: TokenizerPlace
    /** The program that prepares it. */
    program: string
  }>

/** Null if it may differ the next time, or holds a secret. */
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
  const path = file(config)
  const version = path === null ? null : await fileVersion(path)
  if (datasetTraits[config.datasetName].path !== 'none' && version === null) return null
  const words = tokenizer.kind === 'file' ? await tokenizerVersion(tokenizer.path) : null
  const { id, maxModelLen } = model
  const facts = [program, process.versions.v8, config, id, maxModelLen, path, version, words]
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex')
}

/** Prompts that are cut if the server splits them into more tokens. */
export function isAligned(config: BenchmarkConfig): boolean {
  return (
    datasetTraits[config.datasetName].isAligned && compatProfileOf(config).workload.alignsPrompts
  )
}
