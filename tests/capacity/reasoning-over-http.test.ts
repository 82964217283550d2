// Searches for the concurrency that keeps the answers of a model that reasons fast enough, by the command line.
// @module-tag nightly
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, type TestContext } from 'vitest'
import { runCli } from '../../src/cli/run-cli.test-support.ts'
import { findDeployment } from '#node/simulator/presets/presets.ts'
import { trueCapacity, type CapacityCase } from './search-capacity.ts'
import { startSimulated } from './simulated-http.ts'

const stepMs = 20
/** Half of the output is reasoning. */
const [inputTokens, outputTokens, reasoningTokens] = [128, 16, 8]

const options = {
  seed: 0,
  prefixCaching: false,
  reasoning: { share: reasoningTokens / outputTokens },
} as const

/**
 * Returns a number in flight that surely holds the limit. It is below the capacity of the model, and far below it on a busy
 * machine, where the steps of the server really take longer: tests tell only a wrong figure, which is off by more.
 */
async function capacityWithin(
  limit: string,
  { baseUrl, from }: Readonly<{ baseUrl: string; from: number }>,
  context: TestContext,
): Promise<number> {
  const folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-reasoning-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = {
    name: 'Reasoning',
    benchmark: {
      ...{ backend: 'openai-chat', endpoint: '/v1/chat/completions', 'dataset-name': 'random' },
      ...{ 'random-input-len': inputTokens, 'random-output-len': outputTokens },
      ...{ 'random-range-ratio': 0.5, 'ready-check-timeout-sec': 0 },
    },
    limits: [limit],
    search: { find: 'capacity', over: 'max-concurrency', from, precision: '8 %' },
  }
  const sweepFile = path.join(folder, 'sweep.json')
  writeFileSync(sweepFile, JSON.stringify(file))
  const args = ['bench', 'sweep', sweepFile, '--base-url', baseUrl]
  const { output, notes } = await runCli(args, { env: { KNEEPOINT_DATA: folder } })
  if (output.includes('our own client')) context.skip('This machine has no time for it.')
  const [, found] = /^Capacity (\d+) in flight /m.exec(output) ?? []
  expect(found, output + notes).toBeDefined()
  return Number(found)
}

// Every token of an answer takes a step, however much reasoning came before it.
test('the capacity within a limit on the TPOT of answers is that of the model', async (context) => {
  const wanted: CapacityCase = {
    ...{ preset: 'a100-llama-8b', over: 'maxConcurrency', from: 8, inputTokens, outputTokens },
    limit: { name: 'tpot', percentile: null, bound: stepMs },
  }
  const baseUrl = await startSimulated(findDeployment(wanted.preset), options)
  const limit = `mean answer_tpot <= ${stepMs} ms`
  const share = (await capacityWithin(limit, { baseUrl, from: 8 }, context)) / trueCapacity(wanted)
  expect(share).toBeGreaterThan(0.25)
  expect(share).toBeLessThan(1.1)
}, 240_000)

// A server of 16 seats and steps of 20 ms: more requests wait for a seat, which a request keeps for a step per token and
// the one that it joined in.
test(
  'the capacity within a limit on TTFO follows from the seats',
  { timeout: 240_000 },
  async (context) => {
    const seats = 16
    const deployment = { ...findDeployment('quick'), maxNumSeqs: seats }
    const fixed = { ...options, stepMs: () => stepMs }
    const baseUrl = await startSimulated(deployment, fixed)
    const seatedMs = (outputTokens + 1) * stepMs
    const [unqueuedMs, queuedMs] = [(reasoningTokens + 2) * stepMs, seatedMs / 2]
    const limit = `mean ttfo <= ${unqueuedMs + queuedMs} ms`
    const share =
      (await capacityWithin(limit, { baseUrl, from: 4 }, context)) /
      (seats * (1 + queuedMs / seatedMs))
    expect(share).toBeGreaterThan(0.25)
    expect(share).toBeLessThan(1.1)
  },
)
