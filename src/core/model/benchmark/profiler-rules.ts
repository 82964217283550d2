// Rules of profiling the server from a batch size on.
import { message } from '#core/messages/message.ts'
import { profileDurationDefault } from '#core/flags/traffic.ts'
import type { BenchmarkRule } from './benchmark-rule.ts'

export const profilerRules: readonly BenchmarkRule[] = [
  {
    field: 'profileBatchThreshold',
    broken: ({ profile, profileBatchThreshold }) => profileBatchThreshold !== null && !profile,
    message: message('config.profileMissing'),
  },
  {
    field: 'profileDuration',
    broken: ({ profileBatchThreshold, profileDuration }) =>
      profileBatchThreshold === null && profileDuration !== profileDurationDefault,
    message: message('config.profileThresholdMissing'),
  },
]
