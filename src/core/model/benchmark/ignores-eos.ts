// Whether answers are asked to run to their full length.
import { backendTraits, type BackendName } from './backend-traits.ts'
import { datasetTraits, type DatasetName } from './dataset-traits.ts'
import type { CompatProfileName } from '../../compat/compat-profile-names.ts'
import { compatProfileOf } from '../../compat/compat-profile-of.ts'

export type LengthChoice = Readonly<{
  backend: BackendName
  datasetName: DatasetName
  ignoreEos: boolean
  compat: CompatProfileName
}>

/** Prompts that end at random would be answered at random lengths; earlier clients let them. */
export function ignoresEos(config: LengthChoice): boolean {
  const unasked =
    datasetTraits[config.datasetName].ignoresEos &&
    backendTraits[config.backend].takesSampling &&
    compatProfileOf(config).workload.ignoresEos
  return config.ignoreEos || unasked
}
