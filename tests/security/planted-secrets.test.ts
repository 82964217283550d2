// Secrets planted wherever a reader may put them, and looked for in everything the program wrote and every process it
// started: only the server may learn them. It repeats all that it receives, in every encoding and wherever it can.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { sweepPlanSchema } from '#core/model/sweep/sweep.ts'
import { hiddenValue } from '#core/report/presentable.ts'
import { clientOf } from '#node/application/client-of.ts'
import {
  openApplication,
  smallBenchmark,
  Window,
} from '#node/application/application.test-support.ts'
import { runCli } from '../../src/cli/run-cli.test-support.ts'

const planted = {
  key: 'planted+key/8c1f&"x"',
  header: 'planted-header-8c1f',
  body: 'planted-body-8c1f',
  hub: 'hf_plantedhub8c1f',
}

function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-planted-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** Serves what a benchmark asks, fails every other request, and repeats all it received. */
async function careless() {
  const heard: string[] = []
  let answers = 0
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => (body += text))
    request.on('end', () => {
      const received = JSON.stringify({ url: request.url, ...request.headers }) + body
      heard.push(received)
      const [pathname] = (request.url ?? '').split('?')
      const one = { id: 'm', object: 'model', owned_by: received, root: received }
      response.setHeader('x-request-id', encodeURIComponent(received))
      response.statusMessage = request.headers.authorization ?? 'none'
      if (pathname === '/v1/models') {
        const other = { id: request.headers.authorization ?? 'n', object: 'model' }
        return response.end(JSON.stringify({ object: 'list', data: [one, other] }))
      }
      if (pathname === '/version') return response.end(JSON.stringify({ version: received }))
      if (pathname === '/metrics') return response.end(metricsPage(received))
      if (pathname !== '/v1/completions') return response.writeHead(404).end(received)
      if (answers++ % 2 === 1) return response.writeHead(401).end(spellings(request, answers))
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const middle = received.indexOf('planted') + 9
      for (const text of [received.slice(0, middle), received.slice(middle)]) {
        response.write(`data: ${JSON.stringify({ choices: [{ index: 0, text }] })}\n\n`)
      }
      response.end('data: [DONE]\n\n')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { heard, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** Another encoding each time: only the beginning of a body is kept. */
function spellings({ headers, url }: IncomingMessage, turn: number): string {
  const text = JSON.stringify([headers.authorization, headers['x-team'], url])
  const bytes = Buffer.from(`${'.'.repeat(turn % 3)}${text}`)
  const all = [
    text,
    bytes.toString('base64'),
    bytes.toString('hex'),
    encodeURIComponent(text),
    JSON.stringify(text),
    text.replaceAll('&', '&amp;').replaceAll('"', '&quot;'),
    `{"error":{"message":${JSON.stringify(`Incorrect key: ${headers.authorization ?? ''}`)}}}`,
  ]
  return all[Math.floor(turn / 2) % all.length] ?? ''
}

function metricsPage(received: string): string {
  const label = JSON.stringify(received).slice(1, -1)
  return `# TYPE vllm:num_requests_running gauge\nvllm:num_requests_running{model_name="m",engine="${label}"} 1\n`
}

function everythingIn(folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  return files
    .filter((file) => file.isFile())
    .map((file) => unpacked(readFileSync(path.join(file.parentPath, file.name))))
    .join('\n')
}

/** A bundle is compressed. */
function unpacked(bytes: Buffer): string {
  return (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString('latin1')
}

function expectNone(text: string): void {
  for (const secret of Object.values(planted)) {
    const bytes = Buffer.from(secret)
    const middles = ['', 'a', 'ab'].map((before) =>
      Buffer.from(before + secret)
        .toString('base64')
        .slice(4, 16),
    )
    for (const spelling of [
      ...[secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)],
      ...[bytes.toString('hex'), secret.replaceAll('&', '&amp;').replaceAll('"', '&quot;')],
      ...middles,
    ]) {
      expect(text).not.toContain(spelling)
    }
  }
}

test('the command line prints, keeps and exports none of them', async () => {
  const folder = temporaryFolder()
  const server = await careless()
  const env = { KNEEPOINT_DATA: folder, OPENAI_API_KEY: planted.key, HF_TOKEN: planted.hub }
  const run = (...args: string[]) => runCli(args, { cwd: folder, env })
  const measured = await run(
    ...['bench', 'serve', '--base-url', server.url, '--prompt-token-ids', '--vocab-size', '1000'],
    ...['--random-input-len', '4', '--random-output-len', '2', '--num-prompts', '20'],
    ...['--header', `X-Team=${planted.header}`, `Authorization=Bearer ${planted.key}`],
    ...[
      '--extra-body',
      `{"api_key": "${planted.body}", "deep": [{"password": "${planted.body}"}]}`,
    ],
    ...[
      '--save-run',
      '--save-result',
      '--save-detailed',
      '--plot-timeline',
      '--result-dir',
      folder,
    ],
  )
  expect(measured.notes + measured.code).toMatch(/0$/)
  for (const secret of [planted.key, planted.header, planted.body]) {
    expect(server.heard.join('\n')).toContain(JSON.stringify(secret).slice(1, -1))
  }
  const id = /^(\S+) /m.exec((await run('runs')).output.split('\n').at(-2) ?? '')?.[1] ?? ''
  const exported = [
    await run('export', id),
    await run('export', id, '--format', 'csv'),
    await run('report', id, '--format', 'bundle', '--output', 'bundle.gz'),
    await run('report', id, '--output', 'report.html'),
    await run('report', id, '--output', 'report.md'),
    await run('report', id, '--format', 'requests-csv', '--output', 'requests.csv'),
    await run('report', id, '--format', 'series-csv', '--output', 'series.csv'),
    await run('runs', '--json'),
  ]
  const refused = await run(
    'bench',
    'serve',
    '--base-url',
    `http://u:${encodeURIComponent(planted.key)}@127.0.0.1:1`,
  )
  expect(refused.notes).toContain('must not contain a user name or password')
  for (const { code, output, notes } of [measured, ...exported]) {
    expect(`${notes}${code}`).toMatch(/(^|\n)0$/)
    expectNone(output + notes)
  }
  expectNone(everythingIn(folder))
})

test('the application stores, reports, shows and passes on none of them', async () => {
  const folder = temporaryFolder()
  const server = await careless()
  const client = clientOf(openApplication({ folder }))
  const window = new Window(client)
  const spec = { kind: 'attached', baseUrl: server.url } as const
  const { id: serverId } = await client.servers.attach({ name: null, spec, apiKey: planted.key })
  const config = {
    ...smallBenchmark,
    ...{ vocabSize: 1000, numPrompts: 60, requestRate: 30 },
    header: { 'x-team': planted.header },
    extraBody: { api_key: planted.body },
  }
  const preview = await client.benchmarks.preview({ serverId, config })
  expect(preview.problems).toEqual([])
  const { id } = await client.benchmarks.start({ serverId, name: null, config })
  await window.event(({ type }) => type === 'live')
  const processes = await ownProcesses()
  expect(processes).toContain('load-generator')
  const run = await window.run(id, 'completed')
  expect(server.heard.join('\n')).toContain(planted.body)
  const json = await client.runs.export({ id, format: 'json-detailed' })
  const listed = [
    await client.servers.list(),
    await client.runs.list({}),
    run,
    preview,
    window.news,
  ]
  expectNone(JSON.stringify(listed) + json.text + processes)
  expectNone(everythingIn(folder))
})

test('a sweep sends them as they were given, in its axes too, and keeps none of them', async () => {
  const folder = temporaryFolder()
  const server = await careless()
  const client = clientOf(openApplication({ folder }))
  const window = new Window(client)
  const spec = { kind: 'attached', baseUrl: server.url } as const
  const { id: serverId } = await client.servers.attach({ name: null, spec, apiKey: null })
  const plan = sweepPlanSchema.parse({
    name: 'planted',
    config: {
      ...smallBenchmark,
      ...{ vocabSize: 1000, numPrompts: 4, header: { 'x-team': planted.header } },
      extraBody: { api_key: planted.body },
    },
    ...{ requestRates: ['inf'], maxConcurrencies: [null], secondsPerPoint: null },
    axes: [
      {
        name: 'key',
        settings: [{}, { benchmark: { header: { authorization: `Bearer ${planted.key}` } } }],
      },
    ],
  })
  const { id } = await client.sweeps.start({ serverIds: [serverId], plan })
  const sweep = await window.sweep(id, 'completed')
  const sent = server.heard.filter((request) => request.includes('"prompt"')).join('\n')
  for (const secret of [planted.header, planted.body, planted.key]) {
    expect(sent).toContain(JSON.stringify(secret).slice(1, -1))
  }
  expect(sent).not.toContain(hiddenValue)
  const shown = [sweep, await client.sweeps.list(), await client.sweeps.log({ id }), window.news]
  expectNone(JSON.stringify(shown))
  expectNone(everythingIn(folder))
})

/** The arguments of what this process has started: any user of the machine may read those. */
async function ownProcesses(): Promise<string> {
  const ps = spawn('ps', ['-A', '-ww', '-o', 'ppid=,args='], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let text = ''
  ps.stdout.setEncoding('utf8').on('data', (piece: string) => (text += piece))
  await once(ps, 'close')
  const isOwn = (line: string) => Number.parseInt(line, 10) === process.pid
  return text.split('\n').filter(isOwn).join('\n')
}
