// What a config means on a particular server: the model it serves, and what follows from the workload.
import type { BenchmarkConfig } from '#core/model/benchmark/benchmark-fields.ts'
import { ignoresEos } from '#core/model/benchmark/ignores-eos.ts'
import { promptsWanted } from '#core/workload/request-count.ts'
import type { ProbedServer } from '#node/http/probe-server.ts'

/**
 * `model` names the tokenizer and the result file, `servedModelName` what requests carry; they differ where a
 * server gives its model another name. Random prompts end at random, so their answers run to full length.
 */
export function resolvedConfig(
  config: BenchmarkConfig,
  { modelId, modelRoot }: Pick<ProbedServer, 'modelId' | 'modelRoot'>,
): BenchmarkConfig {
  const model = config.model ?? modelRoot
  const servedModelName = config.servedModelName ?? (modelId === model ? null : modelId)
  return {
    ...config,
    model,
    servedModelName,
    numPrompts: promptsWanted(config),
    ignoreEos: ignoresEos(config),
  }
}
