// Who answers the calls about sweeps.
import { implement } from '@orpc/server'
import { sweepApi } from '#contract/sweep-api.ts'
import type { JobProcesses } from '#node/jobs/job-processes.ts'
import { readSweepLog } from '#node/storage/sweep-log.ts'
import { listSweeps } from '#node/storage/sweeps.ts'
import type { ExperimentTools } from '../benchmarks.ts'
import { checkHosts } from './host-checks.ts'
import { previewSweep } from './preview-sweep.ts'
import { Sweeps } from './sweeps.ts'

const os = implement(sweepApi)

export function sweepRoutes(tools: ExperimentTools & Readonly<{ jobs: JobProcesses }>) {
  const { database, runRepository, jobs } = tools
  const sweeps = new Sweeps(tools)
  return {
    list: os.list.handler(() => listSweeps(database)),
    get: os.get.handler(({ input }) => runRepository.sweep(input.id)),
    preview: os.preview.handler(({ input }) => previewSweep(input, tools)),
    checkHosts: os.checkHosts.handler(({ input }) => checkHosts(input, tools)),
    start: os.start.handler(({ input }) => sweeps.start(input)),
    pause: os.pause.handler(({ input }) => sweeps.pause(input.id)),
    resume: os.resume.handler(({ input }) => sweeps.resume(input.id)),
    skip: os.skip.handler(({ input }) => sweeps.skip(input)),
    cancel: os.cancel.handler(({ input }) => sweeps.cancel(input.id)),
    log: os.log.handler(({ input }) => readSweepLog(database, runRepository.sweep(input.id).id)),
    rename: os.rename.handler(({ input: { id, name } }) => {
      const sweep = runRepository.sweep(id)
      return runRepository.saveSweep({ ...sweep, plan: { ...sweep.plan, name } })
    }),
    remove: os.remove.handler(({ input }) => sweeps.remove(input.id)),
    export: os.export.handler(({ input: { id, format } }) =>
      jobs.do({ name: 'exportSweep', input: { sweep: runRepository.sweep(id), format } }),
    ),
  }
}
