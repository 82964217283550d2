// The era a benchmark asks for.
import { isPooling } from '../benchmark/backend-traits.ts'
import type { BenchmarkConfig } from '../benchmark/benchmark-fields.ts'
import type { Era, PoolingEra } from './era.ts'
import { eras } from './eras.ts'

export function eraOf({ compat }: Pick<BenchmarkConfig, 'compat'>): Era {
  return eras[compat]
}

/** What its report and its result file hold. */
export function contentsOf(
  config: Pick<BenchmarkConfig, 'compat' | 'backend'>,
): Pick<PoolingEra, 'reportRows' | 'keys'> {
  const { reportRows, result, pooling } = eraOf(config)
  return isPooling(config) && pooling !== null ? pooling : { reportRows, keys: result.keys }
}
