// Rules of profiling the server from a batch size on.
import { profileDurationDefault } from '../fields/traffic-fields.ts'
import type { BenchmarkRule } from './benchmark-rule.ts'

export const profilerRules: readonly BenchmarkRule[] = [
  {
    field: 'profileBatchThreshold',
    broken: ({ profile, profileBatchThreshold }) => profileBatchThreshold !== null && !profile,
    message: 'says from when on to profile; add --profile, or drop it',
  },
  {
    field: 'profileDuration',
    broken: ({ profileBatchThreshold, profileDuration }) =>
      profileBatchThreshold === null && profileDuration !== profileDurationDefault,
    message:
      'counts from a batch of --profile-batch-threshold requests; add that, or drop this to profile the whole run',
  },
]
