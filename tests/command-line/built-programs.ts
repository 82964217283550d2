// The built program in processes of its own: a simulated server with its log of requests, and a benchmark with its files.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, expect, onTestFinished } from 'vitest'
import { z } from 'zod'
import { csvCells } from '#core/base/csv-text.ts'
import type { RequestLogEntry } from '#node/simulator/api/http-options.ts'
import { builtProgram, runCli } from '../../src/cli/run-cli.test-support.ts'

type SimulatedProcess = Readonly<{
  baseUrl: string
  /** The requests of a benchmark. Resolves once there are `count` of them. */
  logged(count: number): Promise<readonly RequestLogEntry[]>
}>

/** Stopped when the test ends. */
export async function simulate(flags: readonly string[] = []): Promise<SimulatedProcess> {
  const file = path.join(temporaryFolder(), 'requests.jsonl')
  const server = await startSimulate(['--preset', 'quick', '--request-log', file, ...flags])
  onTestFinished(server.stop)
  return { baseUrl: server.baseUrl, logged: (count) => loggedIn(file, count) }
}

type StartedProcess = Readonly<{ baseUrl: string; stop: () => Promise<void> }>

/** For several tests. */
export async function startSimulate(flags: readonly string[]): Promise<StartedProcess> {
  const fixed = ['--port', '0', '--startup-s', '0']
  const child = spawn(process.execPath, [builtProgram, 'simulate', ...fixed, ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const closed = once(child, 'close')
  const stop = async () => {
    child.kill('SIGINT')
    await closed
  }
  for await (const line of createInterface(child.stdout)) {
    const [, baseUrl] = /is ready at (http:\S+)/.exec(line) ?? []
    if (baseUrl !== undefined) return { baseUrl, stop }
  }
  throw new Error('The simulator ended before it was ready.')
}

async function loggedIn(file: string, count: number): Promise<readonly RequestLogEntry[]> {
  const read = () => {
    const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : []
    const entries = lines.map((line) => JSON.parse(line) as RequestLogEntry)
    return entries.filter(({ requestId }) => requestId !== null)
  }
  await expect.poll(() => read().length).toBe(count)
  return read()
}

const resultSchema = z.looseObject({
  completed: z.number(),
  failed: z.number(),
  output_lens: z.array(z.number()),
  ttfts: z.array(z.number()),
  itls: z.array(z.array(z.number())),
  latencies: z.array(z.number()),
  errors: z.array(z.string()),
})

type Measured = Readonly<{
  output: string
  /** Standard error. */
  notes: string
  result: z.infer<typeof resultSchema>
  /** The exported table: one row per request, in the order of the result's arrays. */
  requests: readonly Readonly<Record<string, string>>[]
}>

/** Request `index` has the id `r-index`. */
export async function bench(urls: readonly string[], flags: readonly string[]): Promise<Measured> {
  const cwd = temporaryFolder()
  const options = { program: builtProgram, cwd, env: { KNEEPOINT_DATA: path.join(cwd, 'data') } }
  const servers = urls.flatMap((url) => ['--base-url', url])
  const files = ['--save-result', '--save-detailed', '--result-filename', 'result.json']
  const named = ['--model', 'sim', '--request-id-prefix', 'r-', '--save-run', '--label', 'story']
  const args = ['bench', 'serve', ...servers, ...named, ...files, ...flags]
  const { code, output, notes } = await runCli(args, options)
  expect(code, notes).toBe(0)
  const exported = await runCli(['export', 'story', '--format', 'csv'], options)
  expect(exported, exported.notes).toMatchObject({ code: 0 })
  const [table = ''] = /\S+\.csv/.exec(exported.output + exported.notes) ?? []
  const [head = '', ...lines] = readFileSync(path.resolve(cwd, table), 'utf8').trim().split(/\r?\n/)
  const names = csvCells(head)
  const requests = lines.map((line) => {
    const cells = csvCells(line)
    return Object.fromEntries(names.map((name, place) => [name, cells[place] ?? '']))
  })
  const text = readFileSync(path.join(cwd, 'result.json'), 'utf8')
  return { output, notes, result: resultSchema.parse(JSON.parse(text)), requests }
}

/** The number beside a label of the printed report. */
export function printed(output: string, label: string): number {
  const line = output.split('\n').find((each) => each.startsWith(`${label}:`))
  return Number(line?.slice(label.length + 1))
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** Removed when the test ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-built-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** Removed when the file's tests ended. */
export function keptFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-built-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  return folder
}
