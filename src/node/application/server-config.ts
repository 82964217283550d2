// A config as it is used with a chosen server, and as it may be stored or shown.
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import type { BenchmarkConfig } from '#core/model/benchmark-fields.ts'
import { withoutValues } from '#core/report/equivalent-command.ts'

/** One address says where requests go; the server's wins over what the form still holds. */
export function configOn(baseUrl: string, config: BenchmarkConfig): BenchmarkConfig {
  const { host, port } = defaultBenchmarkConfig
  return { ...config, baseUrl, host, port }
}

/** Values of headers are secrets more often than not. */
export function withoutSecrets(config: BenchmarkConfig): BenchmarkConfig {
  return { ...config, header: withoutValues(config.header) }
}
