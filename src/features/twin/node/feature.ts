// Registers the prediction as a job of the application.
import type { FeatureJobs } from '#node/jobs/feature-job.ts'

export const twinJobs: FeatureJobs = {
  predict: async () => (await import('./predict-runs.ts')).predictJob,
}
