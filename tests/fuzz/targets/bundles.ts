// Bundles, plain and compressed: runs, sweeps and their requests as another Kneepoint wrote them.
import { writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import { sweepSchema } from '#core/model/sweep.ts'
import { bundleLines } from '#node/result-files/bundle-lines.ts'
import { importFile } from '#node/result-files/import-file.ts'
import { importResults } from '#node/result-files/import-results.ts'
import { type Database, openDatabase } from '#node/storage/database.ts'
import { removeRuns } from '#node/storage/runs.ts'
import { appendSweepLog, removeSweep, saveSweep } from '#node/storage/sweeps.ts'
import { saveTelemetryProblem, telemetryAppender } from '#node/storage/telemetry.ts'
import { fuzzFile } from '../fuzz-file.ts'
import { bytesOf, type FuzzTarget } from '../fuzz-target.ts'

const result = JSON.stringify({
  ...{ date: '20261121-190000', model_id: 'a/b', duration: 2.5, completed: 1, failed: 1 },
  ...{ input_lens: [5, 5], output_lens: [4, 0], ttfts: [0.02, 0], itls: [[0.1, 0.1], []] },
  ...{ start_times: [100.5, 101], generated_texts: ['a', ''], errors: ['', 'boom'] },
})

const sweep = sweepSchema.parse({
  id: 'sweep-1',
  plan: {
    ...{ name: 'rates', config: defaultBenchmarkConfig, secondsPerPoint: null },
    ...{ requestRates: [1, 'inf'], maxConcurrencies: [null] },
  },
  servers: [{ id: 'server-1', name: 'gpu-03' }],
  status: 'completed',
  points: [{ index: 0, requestRate: 1, maxConcurrency: null, status: 'completed', runId: 'run-1' }],
  createdAtEpochMs: 1,
})

function written(): string {
  const database = openDatabase(fuzzFile('bundled.db'))
  const { imported } = importResults(database, { name: 'a.json', text: result }, 0)
  saveSweep(database, sweep)
  appendSweepLog(database, sweep.id, { atEpochMs: 5, kind: 'started', point: null, values: {} })
  for (const { id } of imported) {
    const append = telemetryAppender(database, id, { kind: 'gpu', label: '0' })
    append({ atEpochMs: 1, values: { powerW: 300 } })
    saveTelemetryProblem(database, id, { kind: 'server', message: 'It keeps silent.' })
  }
  const bundled = { name: 'mine', sweeps: [sweep], runs: imported }
  const lines = [...bundleLines(database, bundled, { version: '1', nowEpochMs: 7 })]
  database.close()
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}

const plain = written()
const keys = new Set([...plain.matchAll(/"(\w+)":/g)].map(([key]) => key))
const kinds = new Set([...plain.matchAll(/"kind":"[\w-]+"/g)].map(([kind]) => `{${kind},`))

let opened: Database | null = null
const database = () => (opened ??= openDatabase(fuzzFile('bundles.db')))

const bundle: FuzzTarget = {
  name: 'a bundle',
  samples: [plain, plain, gzipSync(plain).toString('latin1')],
  words: [
    ...keys,
    ...kinds,
    ...['{', '}', '[', ']', ',', '\n', '1', '-1', '1e308', '"text"', '"sweep-1"', '\\u0000'],
  ],
  weight: 2,
  async read(text) {
    const path = fuzzFile('bundle.jsonl')
    writeFileSync(path, bytesOf(text))
    const { imported, sweeps, problems } = await importFile(database(), { path, name: 'b' }, 0)
    removeRuns(
      database(),
      imported.map(({ id }) => id),
    )
    for (const { id } of sweeps) removeSweep(database(), id)
    return problems
  },
}

export const bundleTargets: readonly FuzzTarget[] = [bundle]
