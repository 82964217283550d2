// A sweep whose load comes from the nodes of a Slurm job: one job for all of its points, watched worker by worker.
// @module-tag nightly
import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { sweepPlanSchema } from '#core/model/sweep.ts'
import { clientOf } from '#node/application/services/client-of.ts'
import {
  openApplication,
  smallBenchmark,
  Window,
} from '#node/application/application.test-support.ts'
import { startTestSimulator } from '#node/simulator/simulator.test-support.ts'
import {
  missingSlurm,
  startSlurm,
  type SlurmCluster,
} from '../../../../tests/remote/slurm-cluster.ts'
import { temporaryFolder } from '../../../../tests/remote/ssh-daemon.ts'

const folder = temporaryFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.skipIf(missingSlurm !== null)(
  `on a cluster of four nodes${missingSlurm === null ? '' : `: ${missingSlurm}`}`,
  () => {
    let cluster: SlurmCluster

    beforeAll(async () => {
      cluster = await startSlurm(folder, 4)
      const home = path.join(folder, 'home')
      mkdirSync(home, { recursive: true })
      symlinkSync(process.execPath, path.join(cluster.bin, 'node'))
      vi.stubEnv('HOME', home)
      vi.stubEnv('PATH', `${cluster.bin}:${process.env['PATH'] ?? ''}`)
    }, 60_000)
    afterAll(async () => {
      vi.unstubAllEnvs()
      await cluster.stop()
    }, 60_000)

    test('one job sends all of its points, and is gone with it', async () => {
      const client = clientOf(openApplication({}))
      const window = new Window(client)
      const simulator = await startTestSimulator()
      onTestFinished(() => simulator.stop())
      const server = await client.servers.attach({
        name: 'L4',
        spec: { kind: 'attached', baseUrl: simulator.baseUrl },
        apiKey: null,
      })
      const sender = { on: 'slurm:local', loadNodes: 3 }
      const plan = sweepPlanSchema.parse({
        name: 'rates',
        config: { ...smallBenchmark, ...sender, numPrompts: 60 },
        requestRates: [40, 80],
        maxConcurrencies: [null],
        secondsPerPoint: null,
      })
      const { id } = await client.sweeps.start({ serverIds: [server.id], plan })
      await window.event((event) => event.type === 'live' && event.snapshot.workers?.length === 3)
      expect(cluster.ask('squeue', '-h', '-o', '%i %D')).toMatch(/^\d+ 3$/)
      const { points } = await window.sweep(id, 'completed')
      const runs = await Promise.all(
        points.map(({ runId }) => client.runs.get({ id: runId ?? '' })),
      )
      for (const run of runs) {
        expect(run.summary?.workers?.map(({ requests }) => requests)).toEqual([20, 20, 20])
        expect(run.summary?.placement?.peakConcurrency.low).toBeGreaterThan(0)
      }
      await expect.poll(() => cluster.queue(), { timeout: 20_000 }).toBe('')
      // The second point had the job of the first: its number is the only one that Slurm gave.
      expect(cluster.ask('squeue', '-h', '-t', 'all', '-o', '%i').split('\n')).toHaveLength(1)
    }, 90_000)
  },
)
