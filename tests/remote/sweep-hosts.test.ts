// Sweeps whose load is to come from a host that cannot send it: said before anything starts.
import { readable } from '#core/messages/readable.test-support.ts'
import { existsSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { sweepPlanSchema, type SweepPlan } from '#core/model/sweep.ts'
import { clientOf } from '#node/application/services/client-of.ts'
import {
  openApplication,
  smallBenchmark,
  Window,
} from '#node/application/application.test-support.ts'
import { startTestSimulator } from '#node/simulator/simulator.test-support.ts'
import { knownLine } from './connect-to.ts'
import {
  makeKey,
  missingDaemon,
  startSshDaemon,
  temporaryFolder,
  type KeyPair,
  type SshDaemon,
} from './ssh-daemon.ts'
import { toolFolder } from './tool-folder.ts'

const folder = temporaryFolder()
afterAll(() => rmSync(folder, { recursive: true }))

function planOn(on: string): SweepPlan {
  return sweepPlanSchema.parse({
    name: 'rates',
    config: { ...smallBenchmark, on },
    requestRates: [100],
    maxConcurrencies: [null],
    secondsPerPoint: null,
  })
}

describe.skipIf(missingDaemon !== null)(
  `over SSH${missingDaemon === null ? '' : `: ${missingDaemon}`}`,
  () => {
    let key: KeyPair
    let daemon: SshDaemon
    const tools = toolFolder(folder, 'tools')

    beforeAll(async () => {
      key = makeKey(folder)
      daemon = await startSshDaemon({
        folder,
        authorizedKeys: [key.publicKey],
        wholePath: tools,
      })
    })
    afterAll(() => daemon.stop())

    async function opened() {
      const own = path.join(folder, 'known_hosts')
      const sshConfigFile = path.join(folder, 'config')
      writeFileSync(own, knownLine(daemon))
      writeFileSync(sshConfigFile, 'IdentityAgent none\n')
      const ssh = { knownHosts: { own, others: [] }, sshConfigFile }
      const client = clientOf(openApplication({ ssh }))
      const { port } = daemon
      const spec = { kind: 'ssh', destination: '127.0.0.1', port, identityFile: key.file } as const
      await client.hosts.add({ name: 'gpu-03', spec })
      const simulator = await startTestSimulator()
      onTestFinished(() => simulator.stop())
      // No address of loopback by its name, and yet one that leads there.
      const baseUrl = simulator.baseUrl.replace('127.0.0.1', '0.0.0.0')
      const server = await client.servers.attach({
        name: 'L4',
        spec: { kind: 'attached', baseUrl },
        apiKey: null,
      })
      return { client, simulator, serverIds: [server.id], window: new Window(client) }
    }

    type Opened = Awaited<ReturnType<typeof opened>>

    /** Nothing is kept of it. */
    async function refused({ client, serverIds }: Opened, plan: SweepPlan, message: RegExp) {
      await expect(client.sweeps.start({ serverIds, plan })).rejects.toMatchObject({
        message: expect.stringMatching(message) as string,
        data: { field: 'on' },
      })
      expect(await client.sweeps.list()).toEqual([])
      expect(await client.runs.list({})).toEqual([])
    }

    test('an unknown one is a problem of the plan', async () => {
      const window = await opened()
      const plan = planOn('nowhere')
      const { problems } = await window.client.sweeps.preview({ ...window, plan })
      expect(readable(problems)).toEqual([
        { field: 'on', message: 'There is no host "nowhere". Add it under Hosts first.' },
      ])
      await refused(window, plan, /There is no host "nowhere"/)
    })

    test('one without Node shows what will be sent, and nothing is sent yet', async () => {
      const { client, serverIds } = await opened()
      const [check] = await client.sweeps.checkHosts({ serverIds, plan: planOn('gpu-03') })
      expect(check).toMatchObject({ hostName: 'gpu-03', problem: null })
      expect(check?.nodeBytes).toBeGreaterThan(20e6)
      expect(existsSync(path.join(daemon.home, '.local'))).toBe(false)
    })

    test('one that no Node of ours fits is refused', async () => {
      rmSync(path.join(tools, 'uname'))
      writeFileSync(path.join(tools, 'uname'), "#!/bin/sh\necho 'Linux ppc64le'\n", { mode: 0o755 })
      onTestFinished(() => {
        rmSync(path.join(tools, 'uname'))
        symlinkSync('/usr/bin/uname', path.join(tools, 'uname'))
      })
      await refused(await opened(), planOn('gpu-03'), /none of ours for it \(Linux ppc64le\)/)
    })

    describe('with Node', () => {
      beforeAll(() => symlinkSync(process.execPath, path.join(tools, 'node')))

      test('one that does not reach the server is refused', async () => {
        const window = await opened()
        await window.simulator.stop()
        await refused(window, planOn('gpu-03'), /gpu-03 does not reach the server at 0\.0\.0\.0:/)
      })

      test('one that can sends it', async () => {
        const { client, serverIds, window } = await opened()
        const { id } = await client.sweeps.start({ serverIds, plan: planOn('gpu-03') })
        const { points } = await window.sweep(id, 'completed')
        const run = await client.runs.get({ id: points[0]?.runId ?? '' })
        expect(run.summary?.origin).toMatchObject({ hostName: 'gpu-03' })
      })

      test('two send it together', async () => {
        const { client, serverIds, window } = await opened()
        const { port } = daemon
        const place = { destination: '127.0.0.1', port, identityFile: key.file }
        await client.hosts.add({ name: 'gpu-04', spec: { kind: 'ssh', ...place } })
        const plan = planOn('gpu-03,gpu-04')
        const checks = await client.sweeps.checkHosts({ serverIds, plan })
        expect(checks.map(({ hostName, problem }) => [hostName, problem])).toEqual([
          ['gpu-03', null],
          ['gpu-04', null],
        ])
        const { id } = await client.sweeps.start({ serverIds, plan })
        const { points } = await window.sweep(id, 'completed')
        const run = await client.runs.get({ id: points[0]?.runId ?? '' })
        expect(run.status).toBe('completed')
        expect(run.summary?.workers?.map(({ hostName }) => hostName)).toEqual(['gpu-03', 'gpu-04'])
      })
    })
  },
)
