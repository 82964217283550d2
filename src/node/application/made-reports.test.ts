// Reports as a window has them made: every format of a sweep that was measured, read piece by piece.
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { reportFormats, type ReportFormat } from '#core/model/report-format.ts'
import { clientOf, type Client } from './services/client-of.ts'
import {
  attachSimulator,
  openApplication,
  temporaryFolder,
  twoRates,
  Window,
} from './application.test-support.ts'

type Asked = Readonly<{ sweepIds?: string[]; runIds?: string[]; format: ReportFormat }>

async function reportOf(client: Client, asked: Asked) {
  const made = await client.reports.make(asked)
  const pieces: Buffer[] = []
  for (let offset = 0; offset < made.bytes;) {
    const { base64 } = await client.reports.read({ id: made.id, offset })
    pieces.push(Buffer.from(base64, 'base64'))
    offset += pieces.at(-1)?.length ?? 0
  }
  await client.reports.remove({ id: made.id })
  await expect(client.reports.read({ id: made.id, offset: 0 })).rejects.toMatchObject({
    data: { code: 'not-found' },
  })
  return { ...made, content: Buffer.concat(pieces) }
}

async function measuredSweep(client: Client): Promise<string> {
  const window = new Window(client)
  const { id: serverId } = await attachSimulator(client)
  const plan = twoRates('two / rates', [{ name: 'failedShare', percentile: null, bound: 0.01 }])
  const { id } = await client.sweeps.start({ serverIds: [serverId], plan })
  await window.sweep(id, 'completed')
  return id
}

/** A process per format takes its time on a busy machine. */
test('a sweep in every format, and its bundle elsewhere', { tags: 'nightly' }, async () => {
  const client = clientOf(openApplication())
  const id = await measuredSweep(client)
  const made = new Map<ReportFormat, Awaited<ReturnType<typeof reportOf>>>()
  for (const format of reportFormats) {
    made.set(format, await reportOf(client, { sweepIds: [id], format }))
  }
  const text = (format: ReportFormat) => made.get(format)?.content.toString() ?? ''
  expect([...made.values()].map(({ fileName }) => fileName)).toEqual([
    'two-rates.html',
    'two-rates.md',
    'two-rates.csv',
    'two-rates.requests.csv',
    'two-rates.series.csv',
    'two-rates.json',
    'two-rates.kneepoint.jsonl.gz',
  ])
  expect(text('html')).toMatch(/^<!doctype html>[^]*Simulated: [^]*<\/html>$/)
  expect(text('html')).not.toMatch(/\bimport\b.*from/)
  expect(text('md')).toMatch(/^# two \/ rates\n\n\*\*Simulated\*\*/)
  expect(text('csv').trim().split('\r\n')).toHaveLength(3)
  expect(text('requests-csv').trim().split('\r\n')).toHaveLength(25)
  expect(text('series-csv')).toContain(',outputTokensPerSecond,client,0,')
  expect(JSON.parse(text('json'))).toMatchObject([
    { request_rate: 50, completed: 12 },
    { request_rate: 'inf', completed: 12 },
  ])

  const bundle = made.get('bundle')?.content ?? Buffer.of()
  expect(linesByKind(bundle)).toMatchObject({ sweep: 1, run: 2, request: 24, end: 1 })
  const elsewhere = clientOf(openApplication({ folder: temporaryFolder() }))
  const upload = await elsewhere.imports.begin({ fileName: 'theirs.kneepoint.jsonl.gz' })
  await elsewhere.imports.append({ id: upload.id, base64: bundle.toString('base64') })
  const report = await elsewhere.imports.finish({ id: upload.id })
  expect(report).toMatchObject({ sweeps: [{ id }], problems: [] })
  expect(report.imported).toHaveLength(2)
  expect(await elsewhere.sweeps.get({ id })).toEqual(await client.sweeps.get({ id }))
  expect(await elsewhere.sweeps.log({ id })).toEqual(await client.sweeps.log({ id }))
  const there = await reportOf(elsewhere, { sweepIds: [id], format: 'json' })
  expect(there.content.toString()).toBe(text('json'))
})

function linesByKind(bundle: Buffer): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const [, kind = ''] of gunzipSync(bundle)
    .toString()
    .matchAll(/^\{"kind":"([^"]+)"/gm)) {
    counts[kind] = (counts[kind] ?? 0) + 1
  }
  return counts
}

test('what is not there cannot be reported on', async () => {
  const client = clientOf(openApplication())
  await expect(client.reports.make({ runIds: ['gone'], format: 'html' })).rejects.toMatchObject({
    data: { code: 'not-found' },
  })
  await expect(client.reports.make({ format: 'html' })).rejects.toMatchObject({
    data: { code: 'not-found' },
  })
})
