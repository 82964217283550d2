// Compatibility profile of a benchmark.
import { isPooling, type BackendName } from '#core/backends/backend-traits.ts'
import type { CompatProfile, PoolingProfile, PoolingProfiles } from './compat-profile.ts'
import type { CompatProfileName } from './compat-profile-names.ts'
import { compatProfiles } from './compat-profiles.ts'
import * as features from './features.ts'

export const [poolingProfiles] = Object.values<PoolingProfiles>(features)

type ClientChoice = Readonly<{ compat: CompatProfileName; backend: BackendName }>

export function compatProfileOf({
  compat,
}: Readonly<{ compat: CompatProfileName }>): CompatProfile {
  return compatProfiles[compat]
}

/** Whether its client lacks the backend. */
export function lacksBackend({ compat, backend }: ClientChoice): boolean {
  return (
    isPooling({ backend }) && poolingProfiles?.byName[compat]?.backends.includes(backend) !== true
  )
}

/** Rows of its report and keys of its result file. */
export function contentsOf(config: ClientChoice): Pick<PoolingProfile, 'reportRows' | 'keys'> {
  const { reportRows, result } = compatProfileOf(config)
  const pooling = isPooling(config) ? poolingProfiles?.byName[config.compat] : null
  return pooling ?? { reportRows, keys: result.keys }
}

/** Whether an initial request checks that the server responds, before anything is measured. */
export function isReadyChecked(
  config: Readonly<{ compat: CompatProfileName; readyCheckTimeoutSec: number }>,
): boolean {
  return config.readyCheckTimeoutSec > 0 || compatProfileOf(config).console.testsFirst
}
