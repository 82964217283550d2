import type { FeatureReports } from './feature-parts.ts'
import * as features from './features.ts'

export const { tuning: tuningReports, stages: stageReports }: FeatureReports = Object.assign(
  {},
  ...Object.values<FeatureReports>(features),
) as FeatureReports
