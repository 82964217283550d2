// Metrics as a collector receives them and as Prometheus reads them, of real runs on the simulator.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { listenUntilFinished } from '#node/http/listen.test-support.ts'
import { benchmarkConfigSchema } from '#core/model/benchmark-config.ts'
import { commandLine } from '#node/files/own-programs.test-support.ts'
import { startTestSimulator, type TestSimulator } from '#node/simulator/simulator.test-support.ts'
import { runCli } from '#cli/run-cli.test-support.ts'

let simulator: TestSimulator
let baseUrl: string
const folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-metrics-'))

beforeAll(async () => {
  simulator = await startTestSimulator({ preset: 'h100-llama-8b' })
  ;({ baseUrl } = simulator)
})

afterAll(async () => {
  await simulator.stop()
  rmSync(folder, { recursive: true })
})

const load = ['--dataset-name', 'random', '--random-input-len', '16', '--random-output-len', '8']

function bench(...args: string[]) {
  const env = { OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=alpha' }
  const server = ['--base-url', baseUrl, '--model', 'sim', '--prompt-token-ids']
  return runCli(['bench', 'serve', ...server, ...load, ...args], { cwd: folder, env })
}

const pointSchema = z.object({
  attributes: z.array(z.object({ key: z.string(), value: z.looseObject({}) })),
  asDouble: z.number().optional(),
  asInt: z.union([z.string(), z.number()]).optional(),
})

const pushSchema = z.object({
  resourceMetrics: z.array(
    z.object({
      scopeMetrics: z.array(
        z.object({
          metrics: z.array(
            z.looseObject({
              name: z.string(),
              gauge: z.object({ dataPoints: z.array(pointSchema) }).optional(),
              sum: z.object({ dataPoints: z.array(pointSchema) }).optional(),
            }),
          ),
        }),
      ),
    }),
  ),
})

type Pushed = Map<string, { value: number; attributes: Record<string, unknown> }[]>

function pushedBy(body: string): Pushed {
  const { resourceMetrics } = pushSchema.parse(JSON.parse(body))
  const metrics = resourceMetrics.flatMap(({ scopeMetrics }) =>
    scopeMetrics.flatMap((scope) => scope.metrics),
  )
  return new Map(
    metrics.map(({ name, gauge, sum }) => [
      name,
      (gauge ?? sum)?.dataPoints.map(({ asDouble, asInt, attributes }) => ({
        value: asDouble ?? Number(asInt),
        attributes: Object.fromEntries(
          attributes.map(({ key, value }) => [key, Object.values(value)[0]]),
        ),
      })) ?? [],
    ]),
  )
}

async function startCollector() {
  const pushes: { url: string; tenant: unknown; metrics: Pushed }[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { url = '', headers } = request
      pushes.push({ url, tenant: headers['x-tenant'], metrics: pushedBy(body) })
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
    })
  })
  const port = await listenUntilFinished(server)
  return { endpoint: `http://127.0.0.1:${port}`, pushes }
}

test(
  'a collector receives a run while it lasts, then its result',
  { timeout: 60_000 },
  async () => {
    const { endpoint, pushes } = await startCollector()
    // Longer than the five seconds between two pushes.
    const paced = ['--num-prompts', '80', '--request-rate', '10', '--label', 'nightly']
    const { code, output, notes } = await bench(...paced, '--otlp-endpoint', endpoint)
    expect({ code, notes }).toEqual({
      code: 0,
      notes: expect.not.stringContaining('Metrics') as string,
    })
    expect(new Set(pushes.map(({ url }) => url))).toEqual(new Set(['/v1/metrics']))
    expect(new Set(pushes.map(({ tenant }) => tenant))).toEqual(new Set(['alpha']))

    const live = pushes.flatMap(({ metrics }) => metrics.get('kneepoint.run.requests.sent') ?? [])
    expect(live.length).toBeGreaterThanOrEqual(1)
    expect(live[0]?.value).toBeGreaterThan(0)
    expect(live[0]?.attributes).toMatchObject({ 'run.name': 'nightly', model: 'sim' })

    const last = pushes.at(-1)?.metrics ?? new Map<string, never>()
    expect(last.get('kneepoint.run.requests.sent')).toBeUndefined()
    const [throughput] = last.get('kneepoint.result.request_throughput') ?? []
    const [, printed = ''] = /Request throughput \(req\/s\):\s+([\d.]+)/.exec(output) ?? []
    expect(throughput?.value.toFixed(2)).toBe(printed)
    const ttft = last.get('kneepoint.result.ttft') ?? []
    const mean = ttft.find(({ attributes }) => attributes['statistic'] === 'mean')
    const [, printedMean = ''] = /Mean TTFT \(ms\):\s+([\d.]+)/.exec(output) ?? []
    expect(((mean?.value ?? 0) * 1000).toFixed(2)).toBe(printedMean)
    expect(mean?.attributes['grade']).toMatch(/^(valid|caution|not-usable)$/)
  },
)

test('a collector that does not respond is reported once', { tags: 'nightly' }, async () => {
  const { code, notes } = await bench('--num-prompts', '4', '--otlp-endpoint', 'http://127.0.0.1:9')
  expect(code).toBe(0)
  expect(notes.match(/Metrics cannot be sent to http:\/\/127\.0\.0\.1:9/g)).toHaveLength(1)
})

test.each(['collector 4318', 'ftp://collector', 'http://me:secret@collector'])(
  'the address %s is refused before the run',
  async (endpoint) => {
    const { code, output, notes } = await bench('--otlp-endpoint', endpoint)
    expect(code).toBe(2)
    expect(notes).toContain('--otlp-endpoint')
    expect(output).not.toContain('Starting')
  },
)

test(
  'Prometheus reads runs of the window at /metrics, with the token',
  { timeout: 60_000 },
  async () => {
    const { origin, headers } = await startWeb()
    expect((await fetch(`${origin}/metrics`)).status).toBe(401)
    const scraped = async () => (await fetch(`${origin}/metrics`, { headers })).text()
    expect(await scraped()).toMatch(/^kneepoint_runs 0$/m)

    const call = async (name: string, body: unknown) => {
      const options = { method: 'POST', headers, body: JSON.stringify(body) }
      const response = await fetch(`${origin}/api/v1/${name}`, options)
      if (!response.ok) throw new Error(await response.text())
      return response.json()
    }
    const { id } = z.object({ id: z.string() }).parse(
      await call('servers/attach', {
        name: null,
        spec: { kind: 'attached', baseUrl },
        apiKey: null,
      }),
    )
    const config = benchmarkConfigSchema.parse({
      ...{ datasetName: 'random', randomInputLen: 16, randomOutputLen: 8, promptTokenIds: true },
      ...{ numPrompts: 40, requestRate: 10 },
    })
    await call('benchmarks/start', { serverId: id, name: 'watched', config })
    await vi.waitFor(
      async () => expect(await scraped()).toMatch(/^kneepoint_run_requests_sent_total\{.*\} \d+$/m),
      { timeout: 20_000, interval: 100 },
    )
    await vi.waitFor(
      async () => expect(await scraped()).toMatch(/^kneepoint_result_ttft\{.*statistic="p50"/m),
      { timeout: 30_000, interval: 200 },
    )
    const ended = await scraped()
    expect(ended).toMatch(/^kneepoint_runs 0$/m)
    expect(ended).not.toContain('kneepoint_run_requests_sent')
    expect(ended).toContain('run_name="watched"')
  },
)

async function startWeb() {
  const args = [commandLine, 'web', '--no-open', '--api', '--metrics']
  const env = { ...process.env, LC_ALL: 'C', KNEEPOINT_DATA: path.join(folder, 'data') }
  const web = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(async () => {
    web.kill('SIGINT')
    await once(web, 'exit')
  })
  web.stdout.setEncoding('utf8')
  let printed = ''
  for await (const part of web.stdout) {
    printed += String(part)
    const [, url = '', token = ''] = /(http:\S+)\/#token=([\w-]+)/.exec(printed) ?? []
    if (token !== '') {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      return { origin: url, headers }
    }
  }
  throw new Error(`kneepoint web ended: ${printed}`)
}
