// Pacing accuracy of voices: the pacing error of the client at 1, 10 and 100 voices, with the simulator in another process.
// docs/performance.md has figures.
// Usage: node src/features/realtime/bench/realtime-pacing.ts [seconds of speech] [voices ...]
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { speechFile } from '#node/datasets/fixtures/speech-file.ts'
import { runBenchmark } from '#node/experiment/run-benchmark.ts'
import { runLoad } from '#node/load/run-load.ts'
import { startSimulator } from '#node/simulator/start-simulator.ts'

/** One per 80 ms by default. */
const messagesPerS = 1000 / defaultBenchmarkConfig.realtimeChunkMs

const nothing = (): undefined => undefined

if (process.send === undefined) await measureAll()
else await serve()

async function serve(): Promise<void> {
  const spec = { kind: 'simulator', preset: 'quick', port: null, startupS: 0, seed: 0 } as const
  const { port } = await startSimulator(spec, { onLog: nothing, onPhase: nothing })
  process.send?.(port)
}

async function measureAll(): Promise<void> {
  const [seconds = 20, ...voices] = process.argv.slice(2).map(Number)
  const server = fork(fileURLToPath(import.meta.url))
  const [port] = z
    .tuple([z.number()])
    .rest(z.unknown())
    .parse(await once(server, 'message'))
  const folder = mkdtempSync(join(tmpdir(), 'kneepoint-'))
  writeFileSync(join(folder, 'voice.wav'), speechFile(seconds))
  writeFileSync(join(folder, 'voices.jsonl'), JSON.stringify({ audio: 'voice.wav' }))
  console.log('| voices | messages | p50 | p99 | max | load of the machine |')
  for (const count of voices.length === 0 ? [1, 10, 100] : voices) {
    const figures = await measure(`http://127.0.0.1:${port}`, join(folder, 'voices.jsonl'), count)
    const load = (loadavg()[0] ?? 0).toFixed(1)
    console.log(
      `| ${count} | ${count * Math.ceil(seconds * messagesPerS)} | ${figures.join(' | ')} | ${load} |`,
    )
  }
  rmSync(folder, { recursive: true })
  server.kill()
}

/** Median, p99 and largest pacing error. */
async function measure(baseUrl: string, datasetPath: string, voices: number): Promise<string[]> {
  const config: BenchmarkConfig = {
    ...defaultBenchmarkConfig,
    ...{ backend: 'vllm-realtime', endpoint: '/v1/realtime', model: 'sim' },
    ...{ datasetName: 'custom_audio', datasetPath },
    ...{ numPrompts: voices, maxConcurrency: voices, readyCheckTimeoutSec: 0 },
  }
  const hooks = { onStep: nothing, onPlanned: nothing, onProgress: nothing, onRecords: nothing }
  const { summary } = await runBenchmark(
    { runId: 'run', config, baseUrl, apiKey: null },
    { runLoad, requestIdPrefix: 'voice-' },
    hooks,
    new AbortController().signal,
  )
  const { client } = summary
  return [client?.paceErrorP50Us, client?.paceErrorP99Us, client?.paceErrorMaxUs].map((us) =>
    us === undefined ? '–' : `${(us / 1000).toFixed(2)} ms`,
  )
}
