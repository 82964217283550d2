// Searches for the number of voices that a server carries, as the window starts them and by the command line.
// @module-tag nightly
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { runCli } from '../../../cli/run-cli.test-support.ts'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import { sweepPlanSchema } from '#core/model/sweep.ts'
import { speechFile } from '#node/datasets/fixtures/speech-file.ts'
import { findDeployment } from '#node/simulator/presets/presets.ts'
import { searched } from '../../../../tests/capacity/search-capacity.ts'
import { startSimulated } from '../../../../tests/capacity/simulated-http.ts'

/** A step hears a frame of 80 ms of each of four voices: it keeps up with eight of them. */
const [stepMs, framesPerStep, carried] = [40, 4, 8]
const soundS = 0.6
/** Sound is behind by its frame and a step or two at least; n voices of T s end T × (n ÷ 8 − 1) s later. */
const mostLagMs = 400

const folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-voices-'))
const datasetPath = path.join(folder, 'voices.jsonl')

beforeAll(() => {
  writeFileSync(path.join(folder, 'voice.wav'), speechFile(soundS))
  writeFileSync(datasetPath, JSON.stringify({ audio: 'voice.wav' }))
  return () => rmSync(folder, { recursive: true })
})

function startServer(): Promise<string> {
  const deployment = { ...findDeployment('quick'), maxNumSeqs: framesPerStep }
  return startSimulated(deployment, {
    ...{ seed: 0, prefixCaching: false, stepMs: () => stepMs },
  })
}

/** Fewer voices than it carries keep the limit, and with twice as many their sound piles up. */
function expectCarried(voices: number | null): void {
  expect(voices).toBeGreaterThan(carried * 0.6)
  expect(voices).toBeLessThan(carried * 2.2)
}

test(
  'the window finds how many voices a server carries within a limit on their lag',
  { tags: 'nightly', timeout: 180_000 },
  async (context) => {
    const plan = sweepPlanSchema.parse({
      name: 'voices',
      config: {
        ...defaultBenchmarkConfig,
        ...{ backend: 'vllm-realtime', endpoint: '/v1/realtime', datasetName: 'custom_audio' },
        datasetPath,
      },
      ...{ requestRates: ['inf'], maxConcurrencies: [null], secondsPerPoint: 4 },
      limits: [{ name: 'max_speech_lag', percentile: null, bound: mostLagMs }],
      search: { kind: 'capacity', over: 'maxConcurrency', from: 4, upTo: 64, precision: 0.2 },
    })
    const baseUrl = await startServer()
    const { ending, estimate, highestHeld } = await searched(plan, async ({ servers }) => {
      const spec = { kind: 'attached', baseUrl } as const
      return (await servers.attach({ name: null, spec, apiKey: null })).id
    })
    if (ending === 'client-limited') context.skip('This machine has no time for it.')
    expectCarried(estimate ?? highestHeld)
  },
)

test('the command line names its answer in concurrent voices', async (context) => {
  const baseUrl = await startServer()
  const file = {
    name: 'Voices',
    benchmark: {
      ...{ backend: 'vllm-realtime', endpoint: '/v1/realtime', 'dataset-name': 'custom_audio' },
      ...{ 'dataset-path': datasetPath, 'ready-check-timeout-sec': 0 },
    },
    load: { 'seconds-per-point': 4 },
    search: { find: 'capacity', over: 'max-concurrency', from: 4, 'up-to': 64, precision: '20 %' },
    limits: [`mean max_speech_lag <= ${mostLagMs} ms`],
  }
  const sweepFile = path.join(folder, 'voices.json')
  writeFileSync(sweepFile, JSON.stringify(file))
  const { output, notes } = await runCli(['bench', 'sweep', sweepFile, '--base-url', baseUrl], {
    env: { KNEEPOINT_DATA: folder, LC_ALL: 'C' },
  })
  if (output.includes('our own client')) context.skip('This machine has no time for it.')
  const [, voices] =
    /^Capacity (\d+) concurrent voices .* Max Speech Lag ≤ 400 ms/m.exec(output) ?? []
  expectCarried(Number(voices))
  expect(notes).not.toMatch(/[1-9]\d* failed,/)
}, 180_000)
