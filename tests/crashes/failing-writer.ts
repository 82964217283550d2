// Stores a run in batches, and notes in a file how many requests are reported as stored. A failing disk may end it anywhere.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { openDatabase } from '#node/storage/database.ts'
import { PatientWriter } from '#node/storage/patient-writer.ts'
import { appendRecords } from '#node/storage/requests.ts'
import { saveRun } from '#node/storage/runs.ts'
import { exampleRecord, exampleRun } from '#node/storage/storage.test-support.ts'

const run = { ...exampleRun, status: 'running', failure: null } as const

export async function storeBatches(data: string, batches: number, size: number): Promise<void> {
  const database = openDatabase(path.join(data, 'kneepoint.db'))
  // The second half goes beside the database, as if that had become slow.
  let nowMs = 0
  let isSlow = false
  const clock = () => (nowMs += isSlow ? 10_000 : 0)
  const writer = new PatientWriter({ database, runId: run.id, run: () => run, nowMs: clock })
  saveRun(database, run)
  for (let batch = 0; batch < batches; batch++) {
    const records = Array.from({ length: size }, (_, at) => exampleRecord(batch * size + at))
    isSlow = batch >= batches / 2 - 1
    writer.append(
      (some) => appendRecords(database, run.id, some),
      () => records,
    )
    writeFileSync(path.join(data, 'stored'), String((batch + 1) * size))
  }
  await writer.settle(0)
  database.pragma('wal_checkpoint(TRUNCATE)')
  database.close()
}
