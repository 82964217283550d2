// A real OpenTelemetry Collector between a live run and a file: what it understood, compared with the result of the run.
// Runs where KNEEPOINT_OTELCOL, or the PATH, names a collector with an OTLP receiver and a file exporter.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { startTestSimulator, type TestSimulator } from '#node/simulator/simulator.test-support.ts'
import { runCli } from '#cli/run-cli.test-support.ts'
import { freePort } from '../../../../tests/remote/ssh-daemon.ts'

const program = process.env['KNEEPOINT_OTELCOL'] ?? 'otelcol'
const hasCollector = spawnSync(program, ['--version']).status === 0

const pointSchema = z.object({
  attributes: z
    .array(z.object({ key: z.string(), value: z.object({ stringValue: z.string() }) }))
    .default([]),
  asDouble: z.number(),
})
const dataSchema = z.object({ dataPoints: z.array(pointSchema) })
const pushSchema = z.object({
  resourceMetrics: z.tuple([
    z.object({
      resource: z.object({ attributes: z.array(z.looseObject({ key: z.string() })) }),
      scopeMetrics: z.tuple([
        z.object({
          metrics: z.array(
            z.object({
              name: z.string(),
              unit: z.string().default(''),
              description: z.string().min(5),
              gauge: dataSchema.optional(),
              sum: dataSchema
                .extend({ isMonotonic: z.literal(true), aggregationTemporality: z.literal(2) })
                .optional(),
            }),
          ),
        }),
      ]),
    }),
  ]),
})

type Understood = Readonly<{
  name: string
  unit: string
  kind: 'sum' | 'gauge'
  points: readonly Readonly<{ value: number; attributes: Readonly<Record<string, string>> }>[]
}>

/** One list of metrics for each push. */
function understood(file: string): Understood[][] {
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  return lines.map((line) => {
    const [{ scopeMetrics }] = pushSchema.parse(JSON.parse(line)).resourceMetrics
    return scopeMetrics[0].metrics.map(({ name, unit, gauge, sum }) => ({
      ...{ name, unit, kind: sum === undefined ? 'gauge' : 'sum' },
      points: ((gauge ?? sum)?.dataPoints ?? []).map(({ asDouble, attributes }) => ({
        value: asDouble,
        attributes: Object.fromEntries(
          attributes.map(({ key, value }) => [key, value.stringValue]),
        ),
      })),
    }))
  })
}

describe.skipIf(!hasCollector)('an OpenTelemetry Collector (skipped where there is none)', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-otelcol-'))
  let simulator: TestSimulator
  beforeAll(async () => {
    simulator = await startTestSimulator({ preset: 'h100-llama-8b' })
  })
  afterAll(async () => {
    await simulator.stop()
    rmSync(folder, { recursive: true })
  })

  async function startCollector() {
    const file = path.join(folder, 'metrics.jsonl')
    const config = path.join(folder, 'collector.json')
    const port = await freePort()
    const settings = {
      receivers: { otlp: { protocols: { http: { endpoint: `127.0.0.1:${port}` } } } },
      exporters: { file: { path: file } },
      service: {
        telemetry: { metrics: { level: 'none' } },
        pipelines: { metrics: { receivers: ['otlp'], exporters: ['file'] } },
      },
    }
    // JSON is YAML.
    writeFileSync(config, JSON.stringify(settings))
    const collector = spawn(program, ['--config', config], { stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    collector.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
    const ended = once(collector, 'exit')
    const stop = async () => {
      collector.kill('SIGTERM')
      await ended
    }
    onTestFinished(stop)
    await vi.waitFor(() => expect(said).toContain('Everything is ready'), { timeout: 30_000 })
    return { endpoint: `http://127.0.0.1:${port}`, file, stop }
  }

  test('understands a run while it lasts, and its result as the result file has it', async () => {
    const { endpoint, file, stop } = await startCollector()
    const server = ['--base-url', simulator.baseUrl, '--model', 'sim', '--prompt-token-ids']
    const load = ['--random-input-len', '16', '--random-output-len', '8']
    // Longer than the five seconds between two pushes.
    const paced = ['--num-prompts', '80', '--request-rate', '10', '--goodput', 'e2el:5000']
    const result = [
      '--percentile-metrics',
      'ttft,tpot,itl,e2el',
      '--save-result',
      '--result-filename',
      'result.json',
      '--label',
      'nightly',
    ]
    const { code, notes } = await runCli(
      ['bench', 'serve', ...server, ...load, ...paced, ...result, '--otlp-endpoint', endpoint],
      { cwd: folder },
    )
    expect(code).toBe(0)
    expect(notes).not.toContain('Metrics')
    await stop()

    const pushes = understood(file)
    const live = pushes.find((metrics) => metrics.some(({ name }) => name.endsWith('.sent')))
    const counters = live?.filter(({ kind }) => kind === 'sum').map(({ name }) => name)
    expect(counters).toEqual(
      ['due', 'sent', 'completed', 'failed']
        .map((state) => `kneepoint.run.requests.${state}`)
        .concat('kneepoint.run.stream_events'),
    )
    const page = readFileSync(new URL('../../docs/monitoring.md', import.meta.url), 'utf8')
    for (const { name } of live ?? []) expect(page).toContain(`\`${name}\``)

    const last = pushes.at(-1) ?? []
    const figures = z
      .record(z.string(), z.unknown())
      .parse(JSON.parse(readFileSync(path.join(folder, 'result.json'), 'utf8')))
    const found = (name: string, statistic?: string) => {
      const metric = last.find((each) => each.name === `kneepoint.result.${name}`)
      const point = metric?.points.find(({ attributes }) => attributes['statistic'] === statistic)
      return { unit: metric?.unit, value: point?.value, run: point?.attributes['run.name'] }
    }
    const rates = ['request_throughput', 'output_throughput', 'total_token_throughput']
    for (const name of [...rates, 'request_goodput']) {
      // A rate has no unit; per second is in docs/monitoring.md.
      const wanted = { name, unit: '', value: figures[name], run: 'nightly' }
      expect({ name, ...found(name) }).toEqual(wanted)
    }
    for (const latency of ['ttft', 'tpot', 'itl', 'e2el']) {
      for (const [statistic, field] of [
        ['mean', `mean_${latency}_ms`],
        ['p50', `median_${latency}_ms`],
        ['p99', `p99_${latency}_ms`],
      ] as const) {
        const { unit, value = Number.NaN } = found(latency, statistic)
        expect({ field, unit }).toEqual({ field, unit: 's' })
        expect(value * 1000).toBeCloseTo(z.number().parse(figures[field]), 6)
      }
    }
  }, 120_000)
})
