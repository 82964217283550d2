// Whether requests ask for output of full length.
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

/** Random prompts would get outputs of random length; earlier clients accepted that. */
export function ignoresEos(config: LengthChoice): boolean {
  const unasked =
    datasetTraits[config.datasetName].ignoresEos &&
    backendTraits[config.backend].takesSampling &&
    compatProfileOf(config).workload.ignoresEos
  return config.ignoreEos || unasked
}
