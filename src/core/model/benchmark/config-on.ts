// A config as it is used with a chosen server.
import { defaultBenchmarkConfig } from './benchmark-config.ts'
import type { BenchmarkConfig } from './benchmark-fields.ts'

/** One address says where requests go; the server's wins over what the form still holds. */
export function configOn(baseUrl: string, config: BenchmarkConfig): BenchmarkConfig {
  const { host, port } = defaultBenchmarkConfig
  return { ...config, baseUrl, host, port }
}
