// The API for scripts, as curl and Python's standard library use it.
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { generatedRun } from '#core/stats/fixtures/generated-run.ts'
import { optionsIn } from '#node/application/application-options.test-support.ts'
import { createApplication } from '#node/application/create-application.ts'
import type { FromJob, JobName, ToJob } from '#contract/job-protocol.ts'
import { forkChild } from '#node/load/workers/fork-port.ts'
import { openDatabase } from '#node/storage/database.ts'
import { saveRun } from '#node/storage/runs.ts'
import { exampleRun } from '#node/storage/storage.test-support.ts'
import { httpApi } from './http-api.ts'
import { serveWeb } from './serve-web.ts'

const run = promisify(execFile)
const token = 'a-token_that-only-we-know'

async function startApi(
  whenFinished: (end: () => Promise<void>) => void = onTestFinished,
  options: Partial<ReturnType<typeof optionsIn>> = {},
): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-api-'))
  mkdirSync(path.join(folder, 'renderer'))
  writeFileSync(path.join(folder, 'renderer/index.html'), '<title>Kneepoint</title>')
  const application = createApplication({ ...optionsIn(folder), ...options })
  const api = httpApi({ router: application.router, token, version: '1.2.3' })
  const rendererFolder = path.join(folder, 'renderer')
  const web = await serveWeb({ application, rendererFolder, token, scripts: [api] })
  whenFinished(async () => {
    await web.close()
    await application.close()
    rmSync(folder, { recursive: true })
  })
  return new URL(web.url).origin
}

let shared: Promise<string> | null = null
const atTheEnd: (() => Promise<void>)[] = []
afterAll(() => Promise.all(atTheEnd.map((end) => end())))

/** One for all cases that change nothing. */
function sharedApi(): Promise<string> {
  return (shared ??= startApi((end) => void atTheEnd.push(end)))
}

async function posted(origin: string, call: string, body: unknown = {}, bearer = token) {
  const response = await fetch(`${origin}/api/v1/${call}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}` },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? null : (JSON.parse(text) as unknown) }
}

const descriptionSchema = z.object({
  openapi: z.string(),
  info: z.object({ version: z.literal('1.2.3') }),
  paths: z.record(z.string(), z.object({ post: z.unknown() })),
})

test('describes every call in OpenAPI', async () => {
  const origin = await startApi()
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${origin}/api/v1/openapi.json`, { headers })
  const { paths, openapi } = descriptionSchema.parse(await response.json())
  expect(openapi).toMatch(/^3\.1/)
  expect(Object.keys(paths)).toContain('/benchmarks/start')
  expect(Object.keys(paths).length).toBeGreaterThan(50)
})

test('answers calls, and fails in the words of the window', async () => {
  const origin = await startApi()
  expect(await posted(origin, 'servers/list')).toEqual({ status: 200, body: [] })
  const missing = await posted(origin, 'runs/get', { id: 'none' })
  expect(missing.status).toBe(404)
  expect(JSON.stringify(missing.body)).toMatch(/"code":"not-found"/)
  expect((await posted(origin, 'no/such/call')).status).toBe(404)
  expect((await posted(origin, 'runs/get', { id: 'x'.repeat(2 ** 20) })).status).toBe(413)
})

test('states the failures of an interrupted run as its files do', async () => {
  const origin = await startApi()
  const counts = { duration: 2, completed: 2, failed: 1, interrupted: true, cut_off_requests: 3 }
  const text = JSON.stringify({ ...counts, total_input_tokens: 8, total_output_tokens: 8 })
  const begun = await posted(origin, 'imports/begin', { fileName: 'cut.json' })
  const { id } = z.object({ id: z.string() }).parse(begun.body)
  await posted(origin, 'imports/append', { id, base64: Buffer.from(text).toString('base64') })
  expect((await posted(origin, 'imports/finish', { id })).status).toBe(200)
  const listed = await posted(origin, 'runs/list')
  expect(listed.body).toMatchObject([{ summary: { completed: 2, failed: 1 } }])
  const [run] = z.array(z.object({ id: z.string() })).parse(listed.body)
  expect((await posted(origin, 'runs/get', { id: run?.id })).body).toMatchObject({
    summary: { failed: 1, errors: [{ code: 'cancelled', count: 3 }] },
  })
})

test('states the failures of a run that failed, alone and in a list, and keeps the record as it is', async () => {
  const databasePath = path.join(mkdtempSync(path.join(tmpdir(), 'kneepoint-api-')), 'failed.db')
  onTestFinished(() => rmSync(path.dirname(databasePath), { recursive: true }))
  const { summary } = generatedRun({ rate: 10, requests: 40, cutOff: 3, failed: 2 })
  const database = openDatabase(databasePath)
  saveRun(database, { ...exampleRun, status: 'failed', summary })
  database.close()
  const origin = await startApi(onTestFinished, { databasePath })
  const shown = { status: 'failed', summary: { failed: 2, errors: summary.errors } }
  expect((await posted(origin, 'runs/list')).body).toMatchObject([shown])
  expect((await posted(origin, 'runs/get', { id: exampleRun.id })).body).toMatchObject(shown)
  expect((await posted(origin, 'runs/list')).body).toMatchObject([shown])
})

test.each([
  { remark: 'no JSON', body: '{"id":' },
  { remark: 'a list', body: '[]' },
  { remark: 'null', body: 'null' },
  { remark: 'a text', body: '"none"' },
  { remark: 'a wrong type', body: '{"id": {"__proto__": 1}}' },
  { remark: 'a surrogate', body: String.raw`{"id": "\ud800"}` },
  { remark: 'deep nesting', body: '['.repeat(100_000) },
  { remark: 'another media type', body: '<a/>', type: 'text/xml' },
  { remark: 'a form without its boundary', body: 'a', type: 'multipart/form-data' },
  { remark: 'a form', body: 'id=1&id[__proto__]=2', type: 'application/x-www-form-urlencoded' },
])('$remark is bad input, and no fault of the server', async ({ body, type }) => {
  const origin = await sharedApi()
  const headers = {
    'content-type': type ?? 'application/json',
    authorization: `Bearer ${token}`,
  }
  const response = await fetch(`${origin}/api/v1/runs/get`, { method: 'POST', headers, body })
  expect(response.status).toBeGreaterThanOrEqual(400)
  expect(response.status).toBeLessThan(500)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
})

test('refuses requests without the token, and names of other machines', async () => {
  const origin = await startApi()
  expect((await posted(origin, 'servers/list', {}, 'wrong')).status).toBe(401)
  const { stdout } = await run('curl', [
    ...['--silent', '--output', '/dev/null', '--write-out', '%{http_code}'],
    ...['--header', 'Host: evil.test', '--header', `Authorization: Bearer ${token}`],
    `${origin}/api/v1/openapi.json`,
  ])
  expect(stdout).toBe('403')
})

test('the examples of docs/agents.md work', async () => {
  const origin = await startApi()
  const docs = readFileSync(new URL('../../docs/agents.md', import.meta.url), 'utf8')
  const [, shell = ''] = /```sh\n(TOKEN=[^`]*)```/.exec(docs) ?? []
  const [, python = ''] = /```python\n([^`]*)```/.exec(docs) ?? []
  const own = (text: string) =>
    text.replaceAll('http://127.0.0.1:8787', origin).replaceAll('PASTE-IT-HERE', token)
  expect((await run('bash', ['-c', own(shell)])).stdout).toContain('"id":"quick"')
  expect((await run('python3', ['-c', own(python)])).stdout).toBe('0 runs\n')
})

test.each(['its body', 'the response'])(
  'a script that disconnects before %s does not end the server',
  async (moment) => {
    const { host, port, origin } = new URL(await startApi())
    const body = moment === 'its body' ? '{' : '{}'
    const head = `POST /api/v1/servers/list HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n`
    const rest = `Content-Type: application/json\r\nContent-Length: 2\r\n\r\n${body}`
    for (let script = 0; script < 10; script += 1) {
      const socket = connect(Number(port), '127.0.0.1')
      await once(socket, 'connect')
      socket.write(head + rest)
      await setImmediate()
      if (script % 2 === 0) await setTimeout(5)
      socket.resetAndDestroy()
    }
    await setTimeout(50)
    expect((await posted(origin, 'servers/list')).status).toBe(200)
  },
)

test('a job ends with the script that asked for it', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-left-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const endless = path.join(folder, 'endless.mjs')
  writeFileSync(endless, `process.on('message', () => setInterval(() => undefined, 1000))`)
  const databasePath = path.join(folder, 'kneepoint.db')
  const database = openDatabase(databasePath)
  saveRun(database, exampleRun)
  database.close()
  let begun = 0
  let ended = 0
  const origin = await startApi(onTestFinished, {
    databasePath,
    spawnJob: <Name extends JobName>() => {
      begun += 1
      const port = forkChild<ToJob<Name>, FromJob<Name>>(endless)
      port.onExit(() => (ended += 1))
      return port
    },
  })
  const left = new AbortController()
  const asked = fetch(`${origin}/api/v1/runs/export`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ id: exampleRun.id, format: 'csv' }),
    signal: left.signal,
  })
  const given = expect(asked).rejects.toThrow()
  await expect.poll(() => begun).toBe(1)
  expect(ended).toBe(0)
  left.abort()
  await given
  await expect.poll(() => ended).toBe(1)
})
