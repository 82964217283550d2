// A recording of real traffic, replayed: same times, same lengths, same shared beginnings.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { builtProgram, runCli } from '../../src/cli/run-cli.test-support.ts'
import { bench, printed, simulate, temporaryFolder } from './built-programs.ts'

type Recording = Readonly<{ url: string; end(): Promise<string> }>

async function record(upstream: string, file: string, flags: readonly string[] = []) {
  const child = spawn(
    process.execPath,
    [builtProgram, 'record', '--upstream', upstream, '--port', '0', '--output', file, ...flags],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines: string[] = []
  const reading = createInterface({ input: child.stdout })
  reading.on('line', (line) => lines.push(line))
  await once(reading, 'line')
  const recording: Recording = {
    url: /http:\/\/127\.0\.0\.1:\d+/.exec(lines[0] ?? '')?.[0] ?? 'no address',
    async end() {
      child.kill('SIGINT')
      await once(child, 'close')
      return lines.join('\n')
    },
  }
  return recording
}

const lineSchema = z.object({
  timestamp: z.number(),
  input_length: z.int(),
  output_length: z.int(),
  hash_ids: z.array(z.int()),
})

function linesOf(file: string) {
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  return lines.map((line) => lineSchema.loose().parse(JSON.parse(line)))
}

const load = [
  ...['--backend', 'openai-chat', '--endpoint', '/v1/chat/completions'],
  ...['--dataset-name', 'random', '--random-input-len', '200', '--random-output-len', '12'],
  ...['--random-prefix-len', '400', '--num-prompts', '20', '--request-rate', '40', '--seed', '3'],
]

test('a recording has the times, lengths and shared beginnings of the requests, and replays them', async () => {
  const server = await simulate()
  const file = join(temporaryFolder(), 'trace.jsonl')
  const recording = await record(server.baseUrl, file)
  const sent = await bench([recording.url], load)
  expect(printed(sent.output, 'Successful requests')).toBe(20)
  const log = await recording.end()
  expect(log).toContain('20 requests recorded')

  const lines = linesOf(file)
  expect(lines).toHaveLength(20)
  expect(lines.map(({ timestamp }) => timestamp)).toEqual(
    lines.map(({ timestamp }) => timestamp).toSorted((a, b) => a - b),
  )
  expect(lines.every(({ output_length: length }) => length === 12)).toBe(true)
  const [first, second] = lines
  const shared = second?.hash_ids.filter((id) => first?.hash_ids.includes(id)).length ?? 0
  // 400 tokens of each prompt are common: 25 blocks of 16.
  expect(shared).toBeGreaterThan(15)
  expect(shared).toBeLessThanOrEqual(26)
  expect(readFileSync(file, 'utf8')).not.toContain('prompt"')

  const replayed = await bench(
    [server.baseUrl],
    ['--dataset-name', 'timed_trace', '--dataset-path', file, '--num-prompts', '20'],
  )
  expect(printed(replayed.output, 'Successful requests')).toBe(20)
  const total = lines.reduce((sum, { output_length: length }) => sum + length, 0)
  expect(printed(replayed.output, 'Total generated tokens')).toBe(total)
})

test('a client that leaves and a server that is not there end nothing', async () => {
  const server = await simulate()
  const file = join(temporaryFolder(), 'trace.jsonl')
  const recording = await record(server.baseUrl, file, ['--with-text'])
  const body = JSON.stringify({
    ...{ model: 'sim', prompt: 'A secret plan', max_tokens: 400, stream: true },
    ...{ stream_options: { include_usage: true } },
  })
  const post = { method: 'POST', body, headers: { 'content-type': 'application/json' } }
  const leaving = new AbortController()
  const answer = await fetch(`${recording.url}/v1/completions`, { ...post, signal: leaving.signal })
  await answer.body?.getReader().read()
  leaving.abort()
  const models = await fetch(`${recording.url}/v1/models`)
  expect(models.status).toBe(200)
  expect(await models.text()).toContain('sim')
  expect((await fetch(`${recording.url}/v1/completions`, { ...post, body: '{' })).ok).toBe(false)
  await recording.end()
  expect(readFileSync(file, 'utf8')).toContain('A secret plan')

  const none = join(temporaryFolder(), 'none.jsonl')
  const nowhere = await record('http://127.0.0.1:9', none)
  expect((await fetch(`${nowhere.url}/v1/completions`, post)).status).toBe(502)
  expect(await nowhere.end()).toContain('No request was recorded')
  expect(existsSync(none)).toBe(false)
})

test('a response that is cut off stays so, an impossible count is none, and no secret is printed', async () => {
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(200, { 'content-type': 'application/json' })
      if (request.url?.includes('/v1/messages') === true) {
        response.write('{"usage":')
        setTimeout(() => response.destroy(), 50)
      } else response.end('{"usage":{"prompt_tokens":1000000000,"completion_tokens":3}}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const file = join(temporaryFolder(), 'trace.jsonl')
  const recording = await record(`http://127.0.0.1:${port}/?api_key=hidden-1`, file)
  const body = JSON.stringify({ model: 'm', prompt: 'twelve letters' })
  const post = { method: 'POST', body, headers: { 'content-type': 'application/json' } }
  const cut = fetch(`${recording.url}/v1/messages`, post).then((answer) => answer.text())
  await expect(cut).rejects.toThrow()
  expect((await fetch(`${recording.url}/v1/completions`, post)).status).toBe(200)
  const log = await recording.end()
  expect(log).toContain('api_key=***')
  expect(log).not.toContain('hidden-1')
  expect(linesOf(file)).toMatchObject([{ input_length: 4, input_estimated: true }])
})

test('a file that exists, a place that is none and a port that is taken are refused with a sentence', async () => {
  const server = await simulate()
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'known.jsonl'), 'mine')
  const taken = join(folder, 'taken.jsonl')
  const port = new URL(server.baseUrl).port
  for (const { flags, sentence } of [
    { flags: ['--output', join(folder, 'known.jsonl')], sentence: 'exists already' },
    { flags: ['--output', '/dev/null/trace.jsonl'], sentence: '/dev/null' },
    { flags: ['--output', taken, '--port', port], sentence: `127.0.0.1:${port}` },
  ]) {
    const args = ['record', '--upstream', server.baseUrl, '--port', '0', ...flags]
    const { code, notes } = await runCli(args, { program: builtProgram, cwd: folder })
    expect(code, notes).toBe(2)
    expect(notes).toContain(sentence)
    expect(notes).not.toMatch(/^ +at /m)
  }
  expect(readFileSync(join(folder, 'known.jsonl'), 'utf8')).toBe('mine')
  expect(existsSync(taken)).toBe(false)
})
