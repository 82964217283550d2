// Databases as every earlier version left them, each made by that version itself: what it said of them still holds.
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Run } from '#core/model/run/run.ts'
import { clientOf } from '#node/application/services/client-of.ts'
import { openApplication } from '#node/application/application.test-support.ts'
import { exportRun } from '#node/runs/exports.ts'
import { runDistributions, storedSummary } from '#node/runs/stored-runs.ts'
import { openDatabase } from '#node/storage/database.ts'
import { schemaVersions } from '#node/storage/schema-versions.ts'
import { checkDatabase } from '#node/storage/check-database.ts'
import { listRuns } from '#node/storage/runs.ts'
import { fixtureNames, reportedThen, unpacked } from './fixtures.ts'
import { reported } from './told.ts'

test('there is one of every version before this one', () => {
  const earlier = schemaVersions.slice(0, -1).map((_, position) => position + 1)
  expect(fixtureNames.map(Number)).toEqual(expect.arrayContaining(earlier))
})

describe.each(fixtureNames)('a database of version %s', (name) => {
  test('holds the runs, requests, sweeps and servers it held', async () => {
    const said = reportedThen(name)
    expect(said.runs.length).toBeGreaterThanOrEqual(4)
    expect(said.sweeps.length).toBeGreaterThanOrEqual(1)
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
