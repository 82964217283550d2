// Energy that an exporter counts during a run of the command line on the simulator.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type Answer, serveAnswers } from '#node/experiment/http-server.test-support.ts'
import { startTestSimulator } from '#node/simulator/simulator.test-support.ts'
import { openDatabase } from '#node/storage/database.ts'
import { listRuns } from '#node/storage/runs.ts'
import { runCli } from '../../../cli/run-cli.test-support.ts'

test('is stored in total and per token', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'kneepoint-energy-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const simulator = await startTestSimulator()
  onTestFinished(() => simulator.stop())
  const startedMs = Date.now()
  const counting = (): Answer => ({
    ...{ status: 200, contentType: 'text/plain; version=0.0.4' },
    body: [
      'DCGM_FI_DEV_POWER_USAGE{gpu="0",UUID="GPU-0"} 500',
      `DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION{gpu="0",UUID="GPU-0"} ${5e9 + (Date.now() - startedMs) * 500}`,
    ].join('\n'),
  })
  const url = await serveAnswers({ 'GET /metrics': counting })
  const load = ['--prompt-token-ids', '--random-input-len', '16', '--random-output-len', '200']
  const server = ['--base-url', simulator.baseUrl, '--model', 'sim', '--num-prompts', '4']
  const sampling = ['--save-run', '--gpu-metrics-url', url, '--request-rate', '2']
  const { code } = await runCli(
    ['bench', 'serve', ...server, ...load, ...sampling, '--goodput', 'e2el:600000'],
    { cwd: folder, env: { KNEEPOINT_DATA: folder } },
  )
  expect(code).toBe(0)
  const database = openDatabase(path.join(folder, 'kneepoint.db'))
  const [run] = listRuns(database, { text: '', sweepId: null })
  database.close()
  const gpu = run?.summary?.telemetry?.gpu
  const { durationS = 0 } = run?.summary ?? {}
  const totalOutputTokens = run?.summary?.totalOutputTokens ?? 0
  expect(gpu).toMatchObject({ count: 1 })
  expect((gpu?.energyJ ?? 0) / durationS / 500).toBeGreaterThan(0.5)
  expect((gpu?.energyJ ?? 0) / durationS / 500).toBeLessThan(1.5)
  expect(gpu?.energyPerOutputTokenJ).toBeCloseTo((gpu?.energyJ ?? 0) / totalOutputTokens, 9)
  // Four requests have no steady state, and every response is good.
  const { energyPerToken } = gpu ?? {}
  expect(energyPerToken).toMatchObject({ isSteady: false, endS: durationS })
  expect(energyPerToken?.good).toEqual(energyPerToken?.output)
  expect(energyPerToken?.output?.valueJ).toBeCloseTo(gpu?.energyPerOutputTokenJ ?? 0, 6)
  expect(energyPerToken?.total?.tokens).toBeGreaterThan(totalOutputTokens)
  // And as figures of the run.
  expect(run?.summary).toMatchObject({
    meanPowerW: gpu?.powerW?.mean,
    energyPerToken: energyPerToken?.total?.valueJ,
    energyPerOutputToken: energyPerToken?.output?.valueJ,
    energyPerGoodToken: energyPerToken?.good?.valueJ,
    imbalance: null,
  })
})
