// Every backend that generates, run for real: the same benchmark against the simulator, each by its own API.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { backendNames, backendTraits, type BackendName } from '#core/backends/backend-traits.ts'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { runLoad } from '#node/load/run-load.ts'
import { sharedSimulator } from '#node/simulator/simulator.test-support.ts'
import { runBenchmark } from './run-benchmark.ts'
import { silentHooks } from './silent-hooks.test-support.ts'

const tools = { runLoad, requestIdPrefix: 'bench-test-' }
const never = new AbortController().signal

const simulator = sharedSimulator()

async function run(backend: BackendName, changes: Partial<BenchmarkConfig> = {}) {
  const { usualEndpoint, takesIgnoreEos } = backendTraits[backend]
  const config = {
    ...defaultBenchmarkConfig,
    backend,
    endpoint: usualEndpoint,
    model: 'sim',
    randomInputLen: 16,
    randomOutputLen: 8,
    numPrompts: 5,
    ignoreEos: takesIgnoreEos,
    ...changes,
  }
  const { baseUrl } = simulator()
  const request = { runId: 'run', config, baseUrl, apiKey: null }
  return await runBenchmark(request, tools, silentHooks, never)
}

const textBackends = backendNames.filter(
  (name) =>
    backendTraits[name].task === 'generation' &&
    backendTraits[name].makes === null &&
    !backendTraits[name].takesMedia.includes('recording'),
)
const templated = textBackends.filter((name) => backendTraits[name].templatesPrompts)
const plain = textBackends.filter((name) => !backendTraits[name].templatesPrompts)

describe.each([
  ['as they are', plain],
  ['in the chat template', templated],
])('prompts sent %s', (_, names) => {
  test.each(names)('to %s are answered as by all others', async (backend) => {
    const { summary, records } = await run(backend)
    expect(summary).toMatchObject({ completed: 5, failed: 0, totalOutputTokens: 40 })
    const { records: others } = await run(names[0] ?? backend)
    const textOf = (list: typeof records) => list.map(({ generatedText }) => generatedText)
    expect(textOf(records)).toEqual(textOf(others))
    expect(new Set(textOf(records)).size).toBe(5)
  })
})

test.each(['transcriptions', 'translations'])('recordings are sent to %s', async (kind) => {
  const sounds = join(import.meta.dirname, '../datasets/fixtures/sounds')
  const names = ['pcm16.wav', 'stereo.flac', 'mpeg1.mp3', 'opus.ogg']
  const folder = mkdtempSync(join(tmpdir(), 'kneepoint-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const datasetPath = join(folder, 'sounds.jsonl')
  writeFileSync(
    datasetPath,
    names.map((name) => JSON.stringify({ audio: join(sounds, name) })).join('\n'),
  )
  const { summary, records } = await run('openai-audio', {
    endpoint: `/v1/audio/${kind}`,
    datasetName: 'custom_audio',
    datasetPath,
    numPrompts: 4,
    customOutputLen: 8,
  })
  expect(summary).toMatchObject({ completed: 4, failed: 0, totalOutputTokens: 32 })
  const heardS = records.reduce((sum, { inputAudioS }) => sum + (inputAudioS ?? 0), 0)
  expect(heardS).toBeGreaterThan(0)
  expect(summary.rtfx).toBeCloseTo(heardS / summary.durationS, 9)
})
