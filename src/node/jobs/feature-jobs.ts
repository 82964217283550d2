// Jobs that features bring, found by name.
import { message } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import type { FeatureJob, FeatureJobs } from './feature-job.ts'
import * as features from './features.ts'

export async function featureJob(name: string): Promise<FeatureJob> {
  const all: readonly FeatureJobs[] = Object.values(features)
  const load = all.flatMap((jobs) => (Object.hasOwn(jobs, name) ? jobs[name] : undefined) ?? [])[0]
  if (load === undefined) throw new AppError('not-found', message('files.noJob', { name }))
  return load()
}
