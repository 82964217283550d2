// The era a benchmark asks for.
import type { BenchmarkConfig } from '../benchmark-fields.ts'
import type { Era } from './era.ts'
import { eras } from './eras.ts'

export function eraOf({ compat }: Pick<BenchmarkConfig, 'compat'>): Era {
  return eras[compat]
}
