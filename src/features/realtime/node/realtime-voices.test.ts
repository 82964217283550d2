// Realtime transcription over the real stack: voices speak to the simulator, and servers that misbehave are named.
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { speechFile } from '#node/datasets/fixtures/speech-file.ts'
import { runLoad } from '#node/load/run-load.ts'
import type { RequestLogEntry } from '#node/simulator/api/http-options.ts'
import { quietHooks, testSpec } from '#node/simulator/simulator.test-support.ts'
import { startSimulator } from '#node/simulator/start-simulator.ts'
import type { BenchmarkHooks } from '#node/experiment/benchmark.ts'
import { runBenchmark } from '#node/experiment/run-benchmark.ts'

const silent: BenchmarkHooks = {
  onStep: () => undefined,
  onPlanned: () => undefined,
  onProgress: () => undefined,
  onRecords: () => undefined,
}
const tools = { runLoad, requestIdPrefix: 'voice-' }
const never = new AbortController().signal
const speechRate = 16_000

async function speak(
  baseUrl: string,
  { seconds = 0.5, rate = speechRate, ...changes }: Partial<BenchmarkConfig> & Sound,
) {
  const folder = mkdtempSync(join(tmpdir(), 'kneepoint-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const datasetPath = join(folder, 'voices.jsonl')
  writeFileSync(join(folder, 'voice.wav'), speechFile(seconds, rate))
  writeFileSync(datasetPath, JSON.stringify({ audio: 'voice.wav' }))
  const config: BenchmarkConfig = {
    ...defaultBenchmarkConfig,
    backend: 'vllm-realtime',
    endpoint: '/v1/realtime',
    model: 'sim',
    datasetName: 'custom_audio',
    datasetPath,
    numPrompts: 1,
    ...changes,
  }
  const request = { runId: 'run', config, baseUrl, apiKey: null }
  return await runBenchmark(request, tools, silent, never)
}

type Sound = Readonly<{ seconds?: number; rate?: number }>

test('a hundred voices are each heard in full, piece by piece', async () => {
  const log: RequestLogEntry[] = []
  const simulator = await startSimulator(testSpec, {
    ...quietHooks,
    onRequest: (entry) => void log.push(entry),
  })
  onTestFinished(() => simulator.stop())
  const { summary, records } = await speak(`http://127.0.0.1:${simulator.port}`, {
    ...{ seconds: 0.5, numPrompts: 100, maxConcurrency: 100, readyCheckTimeoutSec: 0 },
  })
  expect(summary).toMatchObject({ completed: 100, failed: 0 })
  const {
    first_partial: first,
    final_after_speech: final,
    time_per_audio_second: pace,
  } = summary.metrics
  expect([first.count, final.count, pace.count]).toEqual([100, 100, 100])
  expect(final.min).toBeGreaterThanOrEqual(0)
  expect(pace.min).toBeGreaterThanOrEqual(1000)
  const { speech_lag: lag, max_speech_lag: maxLag } = summary.metrics
  expect(maxLag.mean).toBeGreaterThanOrEqual(lag.mean)
  expect(summary.client?.paceErrorP99Us).toBeGreaterThan(0)
  for (const { firstTokenAtUs, sentAtUs, endedAtUs, ...record } of records) {
    // Seven steps of the model: six frames of 80 ms and one of 20 ms.
    expect(record).toMatchObject({ inputAudioS: 0.5, outputTokens: 7, promptTokens: 7 })
    expect(record.interTokenLatenciesUs).toHaveLength(6)
    // Nothing can be heard before it was said.
    expect((firstTokenAtUs ?? 0) - sentAtUs).toBeGreaterThanOrEqual(80_000)
    expect(endedAtUs - sentAtUs).toBeGreaterThanOrEqual(500_000)
  }
  await expect.poll(() => log.filter(({ complete }) => complete)).toHaveLength(100)
  for (const { soundEpochMs = [], generatedTokens } of log) {
    expect(generatedTokens).toBe(7)
    expect(soundEpochMs).toHaveLength(7)
    expect((soundEpochMs.at(-1) ?? 0) - (soundEpochMs[0] ?? 0)).toBeGreaterThan(0)
  }
})

test('voices that follow one another each have a session of their own', async () => {
  const simulator = await startSimulator(testSpec, quietHooks)
  onTestFinished(() => simulator.stop())
  const { records } = await speak(`http://127.0.0.1:${simulator.port}`, {
    ...{ seconds: 0.1, numPrompts: 12, maxConcurrency: 2, readyCheckTimeoutSec: 0 },
  })
  expect(records.map(({ error }) => error)).toEqual(Array.from({ length: 12 }, () => null))
  for (const { outputTokens } of records) expect(outputTokens).toBe(2)
})

test('a simulator stops while a session is open', async () => {
  const simulator = await startSimulator(testSpec, quietHooks)
  const socket = new WebSocket(`ws://127.0.0.1:${simulator.port}/v1/realtime`)
  await once(socket, 'message')
  const closed = once(socket, 'close')
  await simulator.stop()
  await closed
})

/** A server whose sessions go as `act` has them. */
async function serve(act: (socket: WebSocket) => void): Promise<string> {
  const models = { object: 'list', data: [{ id: 'm', object: 'model' }] }
  const http = createServer((request, response) => {
    const isList = request.url === '/v1/models'
    response.writeHead(isList ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(isList ? models : {}))
  })
  const sockets = new WebSocketServer({ server: http })
  sockets.on('connection', act)
  await new Promise<void>((listening) => void http.listen(0, '127.0.0.1', listening))
  onTestFinished(() => {
    for (const each of sockets.clients) each.terminate()
    http.close()
  })
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}`
}

const send = (socket: WebSocket, event: object) => socket.send(JSON.stringify(event))
const created = { type: 'session.created', id: 's', created: 1 }

test.each<[string, (socket: WebSocket) => void, string, string]>([
  ['another first event', (socket) => send(socket, { type: 'ready' }), 'bad-answer', 'ready'],
  ['no JSON', (socket) => socket.send('hello'), 'bad-event', 'no JSON event'],
  [
    'an error event',
    (socket) => {
      send(socket, created)
      send(socket, { type: 'error', error: 'The model is gone.', code: 'model_not_found' })
    },
    'server-error-event',
    'The model is gone.',
  ],
  [
    'a close before the end',
    (socket) => {
      send(socket, created)
      socket.once('message', () => socket.close(1011))
    },
    'truncated',
    '1011',
  ],
])('%s is a failure with a sentence', async (_, act, code, text) => {
  const { records } = await speak(await serve(act), {
    ...{ readyCheckTimeoutSec: 0, skipTokenizerInit: true, model: 'm' },
  })
  expect(records[0]?.error?.code).toBe(code)
  expect(records[0]?.error?.message).toContain(text)
})

const long = 'word '.repeat(40_000)

test.each<[string, (socket: WebSocket) => void]>([
  [
    'in one frame of more than 64 KiB',
    (socket) => send(socket, { type: 'transcription.delta', delta: long }),
  ],
  [
    'in fragments, with a ping between them',
    (socket) => {
      const text = JSON.stringify({ type: 'transcription.delta', delta: long })
      for (let at = 0; at < text.length; at += 70_001) {
        socket.send(text.slice(at, at + 70_001), { fin: at + 70_001 >= text.length })
        socket.ping()
      }
    },
  ],
])('a delta %s is read as a whole', async (_, sendLong) => {
  const pongs: number[] = []
  const url = await serve((socket) => {
    send(socket, created)
    socket.on('pong', () => pongs.push(1))
    socket.on('message', (data: Buffer) => {
      if (!data.toString().includes('"final":true')) return
      send(socket, { type: 'transcription.delta', delta: '' })
      sendLong(socket)
      send(socket, { type: 'transcription.done', text: long, usage: { completion_tokens: 2 } })
    })
  })
  const { records } = await speak(url, {
    ...{ readyCheckTimeoutSec: 0, skipTokenizerInit: true, model: 'm' },
  })
  const [record] = records
  expect(record?.error).toBeNull()
  expect(record?.generatedText).toHaveLength(long.length)
  expect(record?.outputTokens).toBe(2)
  // An empty delta is a step of the model, but no partial transcript.
  expect(record?.voice?.firstTextAtUs).toBeGreaterThanOrEqual(record?.firstTokenAtUs ?? Infinity)
  expect(record?.voice?.finalAtUs).toBeGreaterThanOrEqual(record?.endedAtUs ?? Infinity)
})

test('a server without the endpoint is named', async () => {
  const simulator = await startSimulator(testSpec, quietHooks)
  onTestFinished(() => simulator.stop())
  const { records } = await speak(`http://127.0.0.1:${simulator.port}`, {
    ...{ endpoint: '/v1/other/realtime', readyCheckTimeoutSec: 0 },
  })
  expect(records[0]?.error).toMatchObject({ code: 'http-status', status: 404 })
  expect(records[0]?.error?.message).toContain('--endpoint')
})

test('sound of another rate is refused before anything is sent', async () => {
  await expect(
    speak('http://127.0.0.1:9', { rate: 8000, readyCheckTimeoutSec: 0 }),
  ).rejects.toThrow()
})
