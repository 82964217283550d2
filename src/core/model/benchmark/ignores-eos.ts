// Whether answers are asked to run to their full length.
import { backendTraits } from './backend-traits.ts'
import type { BenchmarkConfig } from './benchmark-fields.ts'
import { datasetTraits } from './dataset-traits.ts'
import { eraOf } from '../eras/era-of.ts'

/** Prompts that end at random would be answered at random lengths; earlier clients let them. */
export function ignoresEos(
  config: Pick<BenchmarkConfig, 'backend' | 'ignoreEos' | 'datasetName' | 'compat'>,
): boolean {
  const unasked =
    datasetTraits[config.datasetName].ignoresEos &&
    backendTraits[config.backend].takesSampling &&
    eraOf(config).workload.ignoresEos
  return config.ignoreEos || unasked
}
