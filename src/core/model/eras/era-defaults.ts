// What flags mean while they are not given, which changed over the years.
import { defaultBenchmarkConfig } from '../benchmark/benchmark-config.ts'
import type { BenchmarkConfig } from '../benchmark/benchmark-fields.ts'
import { eraNames } from './era-names.ts'
import { eras } from './eras.ts'

/** `compat` may be anything that was written; what is no era has our own defaults. */
export function defaultsOf(compat: unknown): BenchmarkConfig {
  const name = eraNames.find((known) => known === compat)
  return name === undefined
    ? defaultBenchmarkConfig
    : { ...defaultBenchmarkConfig, ...eras[name].defaults }
}
