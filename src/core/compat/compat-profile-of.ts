// Compatibility profile of a benchmark.
import { isPooling, type BackendName } from '#core/backends/backend-traits.ts'
import type { CompatProfile, PoolingProfile } from './compat-profile.ts'
import type { CompatProfileName } from './compat-profile-names.ts'
import { compatProfiles } from './compat-profiles.ts'

export function compatProfileOf({
  compat,
}: Readonly<{ compat: CompatProfileName }>): CompatProfile {
  return compatProfiles[compat]
}

/** Rows of its report and keys of its result file. */
export function contentsOf(
  config: Readonly<{ compat: CompatProfileName; backend: BackendName }>,
): Pick<PoolingProfile, 'reportRows' | 'keys'> {
  const { reportRows, result, pooling } = compatProfileOf(config)
  return isPooling(config) && pooling !== null ? pooling : { reportRows, keys: result.keys }
}

/** Whether an initial request checks that the server responds, before anything is measured. */
export function isReadyChecked(
  config: Readonly<{ compat: CompatProfileName; readyCheckTimeoutSec: number }>,
): boolean {
  return config.readyCheckTimeoutSec > 0 || compatProfileOf(config).console.testsFirst
}
