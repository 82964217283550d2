// Stores a run in batches, and prints the number of requests after each batch that was stored. A failing disk may end it anywhere.
import { writeSync } from 'node:fs'
import { openDatabase } from '#node/storage/database.ts'
import { PatientWriter } from '#node/storage/patient-writer.ts'
import { appendRecords } from '#node/storage/requests.ts'
import { saveRun } from '#node/storage/runs.ts'
import { exampleRecord, exampleRun } from '#node/storage/storage.test-support.ts'

const batchSize = 50
const batches = 6
const [, , databasePath = ''] = process.argv
const stdout = 1
const run = { ...exampleRun, status: 'running', failure: null } as const

const database = openDatabase(databasePath)
const writer = new PatientWriter({ database, runId: run.id, run: () => run })
saveRun(database, run)
for (let batch = 0; batch < batches; batch++) {
  const records = Array.from({ length: batchSize }, (_, at) =>
    exampleRecord(batch * batchSize + at),
  )
  writer.append((some) => appendRecords(database, run.id, some), {
    records: () => records,
    // Every other one goes beside the database.
    isLate: batch >= batches / 2,
  })
  writeSync(stdout, `${(batch + 1) * batchSize}\n`)
}
await writer.settle(0)
database.pragma('wal_checkpoint(TRUNCATE)')
database.close()
