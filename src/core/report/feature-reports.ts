import * as features from './features.ts'
import type { TuningReports } from './tuning-story.ts'

export const [tuningReports] = Object.values<TuningReports>(features)
