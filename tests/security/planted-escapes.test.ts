// Terminal escapes in every text of a server: no text file that is written holds one, because people print files.
import { createServer } from 'node:http'
import path from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { reportFormats } from '#core/model/report-format.ts'
import { timelineData } from '#core/report/timeline-data.ts'
import { timelinePage } from '#core/report/timeline-page.ts'
import {
  comparisonsCsv,
  comparisonsJson,
  runComparisons,
} from '#core/documents/comparison-document.ts'
import {
  openApplication,
  smallBenchmark,
  temporaryFolder,
  Window,
} from '#node/application/application.test-support.ts'
import { clientOf } from '#node/application/services/client-of.ts'
import { listenUntilFinished } from '#node/http/listen.test-support.ts'
import { reportedOf } from '#node/report/collect-report.ts'
import { reportContent } from '#node/report/write-report.ts'
import { measuredRun } from '#node/runs/exports.ts'
import { openDatabase } from '#node/storage/database.ts'
import { expectPrintable, plantedEscapes as planted } from './printable.ts'

test('files of a run', async () => {
  const folder = temporaryFolder()
  const baseUrl = `http://127.0.0.1:${await listenUntilFinished(plantingServer())}`
  const client = clientOf(openApplication({ folder }))
  const window = new Window(client)
  const spec = { kind: 'attached', baseUrl } as const
  const { id: serverId } = await client.servers.attach({ name: planted, spec, apiKey: null })
  const config = { ...smallBenchmark, vocabSize: 1000, label: planted, metadata: { note: planted } }
  const { id } = await client.benchmarks.start({ serverId, name: `run ${planted}`, config })
  await window.run(id, 'completed')

  const database = openDatabase(path.join(folder, 'kneepoint.db'))
  onTestFinished(() => void database.close())
  const files = new Map<string, string>()
  const reported = reportedOf(database, { runIds: [id], sweepIds: [] })
  const maker = { version: '0.0.0', nowEpochMs: 0 }
  for (const format of reportFormats) {
    const parts = await reportContent({ database, reported, maker, language: 'en' }, format)
    if (format !== 'bundle') files.set(format, await text(Readable.from(parts)))
  }
  for (const format of ['json-detailed', 'csv', 'telemetry'] as const) {
    files.set(`export ${format}`, (await client.runs.export({ id, format })).text)
  }
  const run = await client.runs.get({ id })
  const measured = measuredRun(database, run)
  if (run.summary === null || measured === null) throw new Error('The run was not measured.')
  files.set('timeline', timelinePage(timelineData(measured, [25, 50], 'en'), '', 'en'))
  const named = { ...run, summary: run.summary }
  const compared = runComparisons(named, [named])
  files.set('compared CSV', comparisonsCsv(compared))
  files.set('compared JSON', comparisonsJson(compared))

  for (const [name, content] of files) expectPrintable(name, content)
  // They hold the texts of the server, written out.
  for (const name of ['html', 'md', 'csv', 'requests-csv', 'export csv', 'compared JSON']) {
    expect(files.get(name), name).toMatch(/52;c;ZXZpbA==(\\x07|\\u0007)/)
  }
  expect(JSON.parse(files.get('compared JSON') ?? '')).toMatchObject([{ base: { name: run.name } }])
}, 120_000)

/** Fails every other request, with the planted text; its names, its version and its output are the planted text. */
function plantingServer() {
  let requests = 0
  return createServer((request, response) => {
    request.resume().on('end', () => {
      switch (request.url) {
        case '/v1/models':
          return response.end(JSON.stringify({ data: [{ id: planted, object: 'model' }] }))
        case '/version':
          return response.end(JSON.stringify({ version: planted }))
        case '/metrics':
          return response.end(`# TYPE vllm:num_requests_running gauge\n${metricLine}\n`)
        case '/v1/completions':
          if (requests++ % 2 === 1) return response.writeHead(500).end(planted)
          response.writeHead(200, { 'content-type': 'text/event-stream' })
          return response.end(
            `data: ${JSON.stringify({ choices: [{ index: 0, text: planted }] })}\n\ndata: [DONE]\n\n`,
          )
        default:
          return response.writeHead(404).end(planted)
      }
    })
  })
}

const metricLine = `vllm:num_requests_running{model_name="${planted.replace('\r', '')}"} 1`
