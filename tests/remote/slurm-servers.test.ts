// Servers as jobs of a real Slurm, submitted over a real sshd: waited for, benchmarked, found again, cancelled.
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { inEnglish } from '#core/messages/message.ts'
import { localHostId } from '#core/model/host.ts'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Client } from '#node/application/services/client-of.ts'
import { smallBenchmark } from '#node/application/application.test-support.ts'
import { installVllm, markedProcesses } from './install-vllm.ts'
import { addHost, openWindow } from './open-window.ts'
import { missingSlurm, startSlurm, type SlurmCluster } from './slurm-cluster.ts'
import {
  makeKey,
  missingDaemon,
  startSshDaemon,
  temporaryFolder,
  type KeyPair,
  type SshDaemon,
} from './ssh-daemon.ts'

const folder = temporaryFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const missing = missingDaemon ?? missingSlurm

const isLeft = (launchId: string) =>
  execFileSync('sh', ['-c', markedProcesses(launchId)], { encoding: 'utf8' }).trim()

type Changes = Readonly<{ environment?: Record<string, string>; job?: object }>

/** Listens for other machines, as it must: the login node is not the one it runs on. */
function order(hostId: string, { environment = {}, job = {} }: Changes = {}) {
  const profile = {
    ...{ name: 'tiny', config: { model: 'org/tiny' }, environment, address: '0.0.0.0' },
    ...{ secretNames: ['VLLM_API_KEY'], job: { partition: 'gpu', ...job } },
  }
  return { name: null, hostId, profile, secrets: { VLLM_API_KEY: 'a secret' } }
}

describe.skipIf(missing !== null)(`on a cluster${missing === null ? '' : `: ${missing}`}`, () => {
  let daemon: SshDaemon
  let cluster: SlurmCluster
  let key: KeyPair

  beforeAll(async () => {
    key = makeKey(folder)
    cluster = await startSlurm(folder)
    const searchPath = `${installVllm(folder)}:${cluster.bin}`
    daemon = await startSshDaemon({ folder, authorizedKeys: [key.publicKey], path: searchPath })
  }, 60_000)
  afterAll(async () => {
    await daemon.stop()
    await cluster.stop()
  }, 60_000)

  const open = (data?: string) => openWindow(daemon, data)
  const addLogin = (client: Client) => addHost(client, { name: 'login-1', daemon, key })

  test('a job waits for room, comes up on its node, is benchmarked and cancelled', async () => {
    const { client, window } = open()
    cluster.setRoom(false)
    const { id } = await client.servers.launch(order(await addLogin(client)))
    await window.event(
      (event) =>
        event.type === 'server' &&
        event.server.state.state === 'starting' &&
        inEnglish(event.server.state.phase).startsWith('Waiting in the queue: Partition'),
    )
    expect(cluster.queue()).toMatch(/^kneepoint-tiny-\w+ PENDING$/)
    cluster.setRoom(true)
    const server = await window.server(id, 'ready')
    expect(server.launch).toMatchObject({ startup: { attentionBackend: 'FLASH_ATTN' } })

    const wanted = { serverId: id, name: null, config: smallBenchmark }
    const run = await window.run((await client.benchmarks.start(wanted)).id, 'completed')
    expect(run.summary).toMatchObject({ completed: 12, failed: 0 })
    expect(run.launch).toMatchObject({ hostName: 'login-1', reach: { isForwarded: true } })

    const launchId = server.launch?.launch.id ?? ''
    expect(isLeft(launchId)).not.toBe('')
    const stopped = await client.servers.stop({ id })
    expect(stopped.launch?.stop).toEqual({ step: 'server-terminated', leftovers: [] })
    expect(cluster.queue()).toBe('')
    // The node ends what belonged to the job a moment after the job has left the queue.
    await expect.poll(() => isLeft(launchId)).toBe('')
    await client.servers.remove({ id })
  }, 90_000)

  test(
    'a job of a cluster that this computer submits to is reached without a way through us',
    { tags: 'nightly', timeout: 90_000 },
    async () => {
      vi.stubEnv('PATH', `${cluster.bin}:${installVllm(folder)}:${process.env['PATH'] ?? ''}`)
      vi.stubEnv('XDG_DATA_HOME', path.join(folder, 'here'))
      onTestFinished(() => void vi.unstubAllEnvs())
      const { client, window } = open()
      const { id } = await client.servers.launch(order(localHostId))
      const { state, launch } = await window.server(id, 'ready')
      expect(state).toMatchObject({ baseUrl: `http://localhost:${launch?.launch.port}` })
      const wanted = { serverId: id, name: null, config: smallBenchmark }
      const run = await window.run((await client.benchmarks.start(wanted)).id, 'completed')
      expect(run.summary).toMatchObject({ completed: 12, failed: 0 })
      expect(run.launch?.reach).toMatchObject({ isForwarded: false, roundTripMs: { samples: 20 } })
      await client.servers.remove({ id })
      expect(cluster.queue()).toBe('')
    },
  )

  test('a job that waits is taken back', async () => {
    const { client, window } = open()
    cluster.setRoom(false)
    onTestFinished(() => cluster.setRoom(true))
    const { id } = await client.servers.launch(order(await addLogin(client)))
    await window.event(
      (event) => event.type === 'server' && event.server.launch?.launch.id !== undefined,
    )
    await client.servers.remove({ id })
    expect(cluster.queue()).toBe('')
  }, 60_000)

  test(
    'a job goes on when Kneepoint is closed, and is found again with its key',
    { tags: 'nightly', timeout: 90_000 },
    async () => {
      const data = temporaryFolder()
      const first = open(data)
      const { id } = await first.client.servers.launch(order(await addLogin(first.client)))
      const before = await first.window.server(id, 'ready')
      await first.close()
      expect(cluster.queue()).toMatch(/RUNNING$/)

      const { client, window } = open(data)
      const again = await window.server(id, 'ready')
      expect(again.launch?.launch).toEqual(before.launch?.launch)
      const wanted = { serverId: id, name: null, config: smallBenchmark }
      await window.run((await client.benchmarks.start(wanted)).id, 'completed')
      await client.servers.remove({ id })
      expect(cluster.queue()).toBe('')
    },
  )

  test(
    'a job that Slurm ends is reported with its state, and a failed start by its log',
    { tags: 'nightly', timeout: 90_000 },
    async () => {
      const { client, window } = open()
      const hostId = await addLogin(client)
      const long = { environment: { STAND_IN_STARTUP_S: '60' } }
      const { id } = await client.servers.launch(order(hostId, long))
      await window.event(
        (event) =>
          event.type === 'server' && event.server.launch?.phases.at(-1)?.phase === 'weights',
      )
      execFileSync(path.join(cluster.bin, 'scancel'), [
        '--name',
        cluster.queue().split(' ')[0] ?? '',
      ])
      const { state } = await window.server(id, 'failed')
      expect(state.state === 'failed' && inEnglish(state.message)).toMatch(
        /Slurm ended job \d+: CANCELLED/,
      )

      const failing = order(hostId, { environment: { STAND_IN_FAILURE: 'out-of-memory' } })
      const failed = await client.servers.launch(failing)
      const { launch } = await window.server(failed.id, 'failed')
      expect(launch?.failure?.id).toBe('gpu-out-of-memory')
      for (const one of await client.servers.list()) await client.servers.remove({ id: one.id })
    },
  )

  test(
    'a server ends by itself when Slurm announces that its time will elapse',
    { tags: 'nightly', timeout: 300_000 },
    async () => {
      const { client, window } = open()
      const hostId = await addLogin(client)
      // Notice is given two minutes before the end: a minute after the start, when the server is ready.
      const { id } = await client.servers.launch(order(hostId, { job: { timeLimit: '3' } }))
      await window.server(id, 'ready')
      const { state } = await window.server(id, 'failed')
      const message = state.state === 'failed' ? inEnglish(state.message) : ''
      expect(message).toContain('ended with code 0')
      expect(message).not.toContain('TIMEOUT')
      await client.servers.remove({ id })
    },
  )

  test('what the cluster refuses is reported in its words', async () => {
    const { client, window } = open()
    const hostId = await addLogin(client)
    const { id } = await client.servers.launch(order(hostId, { job: { partition: 'nowhere' } }))
    const { state } = await window.server(id, 'failed')
    expect(state.state === 'failed' && inEnglish(state.message)).toMatch(/invalid partition/i)
    await client.servers.remove({ id })
  }, 60_000)
})
