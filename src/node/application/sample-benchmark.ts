// A benchmark's prompts before any is sent: made by a job, so that a large dataset holds nothing up.
import type { BenchmarkConfig } from '#core/model/benchmark/benchmark-fields.ts'
import { drawsIdsUnaided } from '#core/model/benchmark/cached-prefix.ts'
import type { PromptSample } from '#core/workload/prompt-sample.ts'
import type { JobProcesses } from '#node/jobs/job-processes.ts'
import { findTokenizerFile } from '#node/tokenizer/find-tokenizer-file.ts'
import { requireSoundConfig } from './benchmarks.ts'
import { configOn } from '#core/model/benchmark/benchmark-config.ts'
import type { Servers } from './servers/servers.ts'

type SampleOrder = Readonly<{
  serverId: string
  config: BenchmarkConfig
  /** Position of a request to include. */
  wanted?: number | undefined
}>

export async function sampleBenchmark(
  { serverId, config, wanted }: SampleOrder,
  { servers, jobs }: Readonly<{ servers: Servers; jobs: JobProcesses }>,
  signal?: AbortSignal,
): Promise<PromptSample> {
  requireSoundConfig(config)
  const { baseUrl, apiKey, hostTokenizer } = servers.requireReady(serverId)
  const tokenizerFile = (await isAtHand(config)) ? null : await hostTokenizer()
  const input = { config: configOn(baseUrl, config), baseUrl, apiKey, tokenizerFile, wanted }
  return jobs.do({ name: 'samplePrompts', input }, signal)
}

/** Nothing need be fetched where one is named, found or not wanted. */
async function isAtHand({
  model,
  tokenizer,
  tokenizerMode: mode,
  ...config
}: BenchmarkConfig): Promise<boolean> {
  if (tokenizer !== null || drawsIdsUnaided(config) || config.skipTokenizerInit) return true
  return model !== null && (await findTokenizerFile(model, { mode })) !== null
}
