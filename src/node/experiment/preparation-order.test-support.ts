// An order for a workload of the tiny tokenizer, for a server that does not exist.
import type { PreparationOrder } from '#contract/preparation-protocol.ts'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { tinyFolder } from '#node/tokenizer/fixtures/tiny-tokenizer.ts'

export function preparationOrder(changes: Partial<BenchmarkConfig> = {}): PreparationOrder {
  return {
    runId: 'r',
    config: {
      ...defaultBenchmarkConfig,
      ...{ tokenizer: tinyFolder, numPrompts: 20, randomInputLen: 30, numWarmups: 1 },
      ...changes,
    },
    baseUrl: 'http://127.0.0.1:9',
    loadBaseUrl: 'http://127.0.0.1:9',
    apiKey: null,
    requestIdPrefix: 'p-',
    model: { id: 'm', aliases: [null], maxModelLen: null },
  }
}
