// Files of results and bundles from a window: a job makes runs of them, and every window is notified.
import type { ImportReport } from '#contract/import-report.ts'
import type { Run } from '#core/model/run/run.ts'
import type { JobProcesses } from '#node/jobs/job-processes.ts'
import type { Uploads } from '#node/result-files/read-result-file.ts'
import type { Events } from './events.ts'

export type ImportTools = Readonly<{ uploads: Uploads; jobs: JobProcesses; events: Events }>

export async function importUpload(
  uploadId: string,
  { uploads, jobs, events }: ImportTools,
): Promise<ImportReport> {
  return uploads.finish(uploadId, async (file) => {
    const input = { path: file.path, fileName: file.fileName }
    const { imported, known, sweeps, problems } = await jobs.do({ name: 'importFile', input })
    for (const sweep of sweeps) events.publish({ type: 'sweep', sweep })
    for (const run of imported) events.publish({ type: 'run', run })
    return {
      fileName: file.fileName,
      imported: imported.map(named),
      known: known.map(named),
      sweeps: sweeps.map(({ id, plan: { name } }) => ({ id, name })),
      problems,
    }
  })
}

function named({ id, name }: Run): { id: string; name: string } {
  return { id, name }
}
