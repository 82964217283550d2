// A database of ten thousand runs, each a copy of one that was measured, with a name, a moment and requests of its own.
import { readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { Run } from '#core/model/run/run.ts'
import { openDatabase } from '#node/storage/database.ts'
import { appendRecords, readRecords } from '#node/storage/requests.ts'
import { listRuns, saveRun } from '#node/storage/runs.ts'

export const manyRuns = 10_000
const measured = new URL('../databases/fixtures/009.db.gz', import.meta.url)
const models = ['Qwen/Qwen3-8B', 'meta-llama/Llama-3.1-70B', 'mistral-small', 'deepseek-v3']

export function fillWithRuns(databasePath: string): void {
  writeFileSync(databasePath, gunzipSync(readFileSync(measured)))
  const database = openDatabase(databasePath)
  const [run] = listRuns(database, { text: 'größer tp4', sweepId: null })
  if (run === undefined) throw new Error('the database holds no measured run')
  const records = readRecords(database, run.id)
  database.transaction(() => {
    for (let number = 1; number <= manyRuns; number++) {
      const copy = numbered(run, number)
      saveRun(database, copy)
      appendRecords(database, copy.id, records)
    }
  })()
  database.close()
}

function numbered(run: Run, number: number): Run {
  const model = models[number % models.length] ?? ''
  return {
    ...run,
    ...{
      id: `run-${number}`,
      name: `nightly ${number}`,
      tags: [`week-${number % 53}`, 'fp8'],
      notes: '',
    },
    createdAtEpochMs: run.createdAtEpochMs - number * 60_000,
    facts: run.facts && { ...run.facts, model },
    summary: run.summary && { ...run.summary, requestThroughput: 1 + ((number * 37) % 1000) / 10 },
  }
}
