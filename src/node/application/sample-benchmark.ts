// A benchmark's prompts before any is sent: made by a job, so that a large dataset holds nothing up.
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import type { PromptSample } from '#core/workload/prompt-sample.ts'
import { hostTokenizerFile } from '#node/experiment/host-tokenizer-file.ts'
import type { JobProcesses } from '#node/jobs/job-processes.ts'
import { requireSoundConfig } from './benchmarks.ts'
import { configOn } from '#core/model/benchmark-config.ts'
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
  const tokenizerFile = await hostTokenizerFile(config, hostTokenizer)
  const input = { config: configOn(baseUrl, config), baseUrl, apiKey, tokenizerFile, wanted }
  return jobs.do({ name: 'samplePrompts', input }, signal)
}
