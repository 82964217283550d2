// Every list, page, comparison, export and report reads what earlier versions stored. The oldest every day, the others at
// night; earlier-versions.test.ts opens each of them every day.
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { runAnswer } from '#core/answers/run-answer.ts'
import { sweepAnswers } from '#core/answers/sweep-answers.ts'
import { metricNames } from '#core/metrics/latencies.ts'
import { reportFormats, type ReportFormat } from '#core/model/report-format.ts'
import { comparisonText, runComparisons } from '#core/documents/comparison-document.ts'
import { runsTable } from '#core/documents/runs-table.ts'
import { openApplication } from '#node/application/application.test-support.ts'
import { clientOf, type Client } from '#node/application/services/client-of.ts'
import { reportedOf } from '#node/report/collect-report.ts'
import { reportContent } from '#node/report/write-report.ts'
import { exportRun } from '#node/runs/exports.ts'
import { openDatabase } from '#node/storage/database.ts'
import { listRuns } from '#node/storage/runs.ts'
import { listSweeps } from '#node/storage/sweeps.ts'
import { fixtureNames, unpacked } from './fixtures.ts'

const versions = fixtureNames.map((name) => {
  return { name, tags: name === fixtureNames[0] ? [] : ['nightly'] }
})

describe.each(versions)('of a database of version $name', ({ name, tags }) => {
  test('the window reads every run and sweep', { tags, timeout: 240_000 }, async () => {
    const client = clientOf(openApplication({ folder: unpacked(name) }))
    const rows = await client.runs.summaryRows({})
    expect(rows.length).toBeGreaterThanOrEqual(4)
    for (const { id } of rows) await readRun(client, id)
    for (const { id } of await client.sweeps.list()) await readSweep(client, id)
    await client.calibrations.list()
    await client.profiles.list()
    await client.hosts.list()
    // Two dozen runs, each in a dozen calls: long beside other work.
  })

  test('lists and comparisons are printed, and every report is written', { tags }, async () => {
    const database = openDatabase(path.join(unpacked(name), 'kneepoint.db'))
    onTestFinished(() => void database.close())
    const runs = listRuns(database, { text: '', sweepId: null })
    expect(runsTable(runs)).toContain('the first')
    const measured = runs.flatMap((run) => (run.summary ? [{ ...run, summary: run.summary }] : []))
    const [base, ...others] = measured
    if (base === undefined) throw new Error('no run was measured')
    for (const comparison of runComparisons(base, others)) {
      expect(comparisonText(comparison)).toContain('failed requests')
    }
    for (const run of measured) {
      for (const format of ['json', 'json-detailed', 'csv'] as const) {
        expect(exportRun(database, run, format).text).not.toBe('')
      }
    }
    const sweeps = listSweeps(database)
    for (const sweep of sweeps) expect(sweepAnswers(sweep, runs)).not.toEqual([])
    const subject = { sweepIds: sweeps.map(({ id }) => id), runIds: runs.map(({ id }) => id) }
    const maker = { version: '0.0.0-test', nowEpochMs: 0 }
    for (const format of reportFormats) {
      const text = await reportOf(
        { database, reported: reportedOf(database, subject), maker, language: 'zh' },
        format,
      )
      expect(text.length).toBeGreaterThan(1000)
    }
  })
})

async function readRun(client: Client, id: string): Promise<void> {
  const run = await client.runs.get({ id })
  const [first] = (await client.runs.requests({ id })).rows
  if (first !== undefined) await client.runs.request({ id, index: first.index })
  await client.runs.distributions({ id })
  await client.runs.timeline({ id })
  await client.runs.telemetry({ id })
  for (const metric of metricNames) {
    await client.runs.scatter({ id, metric, fromS: 0, toS: 10, columns: 100 })
  }
  if (run.summary !== null) runAnswer({ ...run, summary: run.summary })
}

async function readSweep(client: Client, id: string): Promise<void> {
  const sweep = await client.sweeps.get({ id })
  const runs = await client.runs.list({ sweepId: id })
  expect(runs.length).toBeGreaterThan(0)
  await client.sweeps.log({ id })
  for (const format of ['json', 'csv'] as const) await client.sweeps.export({ id, format })
  const known = new Set((await client.servers.list()).map((server) => server.id))
  const serverIds = sweep.servers.map((server) => server.id).filter((each) => known.has(each))
  const composed = { plan: sweep.plan, serverIds }
  expect((await client.sweeps.preview(composed)).problems).toEqual([])
  const { text } = await client.sweepFiles.write({ ...composed, format: 'yaml' })
  expect((await client.sweepFiles.open({ text })).plan.name).toBe(sweep.plan.name)
  await client.sweepFiles.command(composed)
}

async function reportOf(
  job: Parameters<typeof reportContent>[0],
  format: ReportFormat,
): Promise<Buffer> {
  return buffer(Readable.from(await reportContent(job, format), { objectMode: false }))
}
