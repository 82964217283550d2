// The era a benchmark asks for.
import { isPooling, type BackendName } from '../benchmark/backend-traits.ts'
import type { Era, PoolingEra } from './era.ts'
import type { EraName } from './era-names.ts'
import { eras } from './eras.ts'

export function eraOf({ compat }: Readonly<{ compat: EraName }>): Era {
  return eras[compat]
}

/** What its report and its result file hold. */
export function contentsOf(
  config: Readonly<{ compat: EraName; backend: BackendName }>,
): Pick<PoolingEra, 'reportRows' | 'keys'> {
  const { reportRows, result, pooling } = eraOf(config)
  return isPooling(config) && pooling !== null ? pooling : { reportRows, keys: result.keys }
}
