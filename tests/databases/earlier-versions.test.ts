// Databases as every earlier version left them, each made by that version itself: what it said of them still holds.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { Run } from '#core/model/run/run.ts'
import { clientOf } from '#node/application/client-of.ts'
import { openApplication, temporaryFolder } from '#node/application/application.test-support.ts'
import { exportRun } from '#node/runs/exports.ts'
import { runDistributions } from '#node/runs/stored-runs.ts'
import { storedSummary } from '#node/runs/stored-summary.ts'
import { openDatabase } from '#node/storage/database.ts'
import { migrations } from '#node/storage/migrations.ts'
import { checkDatabase } from '#node/storage/maintenance/check-database.ts'
import { listRuns } from '#node/storage/runs.ts'
import { reported } from './told.ts'

const fixtures = new URL('fixtures/', import.meta.url)
const names = readdirSync(fixtures)
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.slice(0, -'.json'.length))

const saidOf = (name: string) =>
  JSON.parse(readFileSync(new URL(`${name}.json`, fixtures), 'utf8')) as Awaited<
    ReturnType<typeof reported>
  >

/** In a folder of its own. */
function unpacked(name: string): string {
  const folder = temporaryFolder()
  const packed = readFileSync(new URL(`${name}.db.gz`, fixtures))
  writeFileSync(path.join(folder, 'kneepoint.db'), gunzipSync(packed))
  return folder
}

test('there is one of every version before this one', () => {
  const earlier = migrations.slice(0, -1).map(({ version }) => version)
  expect(names.map(Number)).toEqual(expect.arrayContaining(earlier))
})

describe.each(names)('a database of version %s', (name) => {
  test('holds the runs, requests, sweeps and servers it held', async () => {
    const said = saidOf(name)
    expect(said.runs.length).toBeGreaterThanOrEqual(4)
    expect(said.sweeps).toHaveLength(1)
    const client = clientOf(openApplication({ folder: unpacked(name) }))
    expect(await reported(client)).toMatchObject(said)
  })

  test('comes to the same figures from its requests, and is sound', () => {
    const databasePath = path.join(unpacked(name), 'kneepoint.db')
    const database = openDatabase(databasePath)
    for (const run of listRuns(database, { text: '', sweepId: null })) {
      const { completed } = run.summary ?? {}
      const latencies = runDistributions(database, run).find(({ metric }) => metric === 'e2el')
      expect(latencies?.count).toBe(completed)
      const { text } = exportRun(database, run, 'json-detailed')
      expect(JSON.parse(text)).toMatchObject({ completed })
      if (run.imported !== null) continue
      expect(figuresOf(storedSummary(database, run))).toEqual(figuresOf(run.summary))
    }
    database.close()
    expect(checkDatabase(databasePath).problems).toEqual([])
  })
})

function figuresOf(summary: Run['summary']) {
  const { completed, failed, totalInputTokens, totalOutputTokens, metrics } = summary ?? {}
  return { completed, failed, totalInputTokens, totalOutputTokens, ...{ ttft: metrics?.ttft.mean } }
}
