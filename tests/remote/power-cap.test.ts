// The power of a launched server's GPUs is capped for a sweep, and is what it was once the server is gone.
// @module-tag nightly
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readable } from '#core/messages/readable.test-support.ts'
import type { Server } from '#core/model/server.ts'
import { smallBenchmark } from '#node/application/application.test-support.ts'
import type { Client } from '#node/application/services/client-of.ts'
import { installVllm, marked } from './install-vllm.ts'
import { addHost, openWindow } from './open-window.ts'
import { powerGpus, type PowerGpus } from './power-gpus.ts'
import {
  makeKey,
  missingDaemon,
  startSshDaemon,
  temporaryFolder,
  type KeyPair,
  type SshDaemon,
} from './ssh-daemon.ts'

const folder = temporaryFolder()
const fixtures = path.join(import.meta.dirname, 'fixtures', 'bin')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function capped(watts: number) {
  return {
    name: 'tiny',
    config: { model: 'org/tiny', flags: { 'power-cap': watts } },
    environment: { STAND_IN_STARTUP_S: '0.1' },
    gpus: ['1'],
  }
}

function launchId({ launch, name }: Server): string {
  if (launch === null) throw new Error(`${name} has no launch`)
  return launch.launch.id
}

/** As if the host had run out of memory: nothing of the launch can restore anything. */
function killAll(id: string): void {
  const pids = marked(id).map((file) => Number(file.split('/')[2]))
  const leader = pids.map((pid) => parentOf(pid)).find((pid) => isLeader(pid))
  for (const pid of [leader ?? 0, ...pids])
    if (pid > 1 && isThere(pid)) process.kill(pid, 'SIGKILL')
}

/** 0 of a process that has ended since it was listed. */
function parentOf(pid: number): number {
  const { stdout } = spawnSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' })
  return Number(stdout)
}

function isLeader(pid: number): boolean {
  return isThere(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('leader.sh')
}

function isThere(pid: number): boolean {
  return existsSync(`/proc/${pid}/cmdline`)
}

describe.skipIf(missingDaemon !== null)(
  `over SSH${missingDaemon === null ? '' : `: ${missingDaemon}`}`,
  () => {
    let daemon: SshDaemon
    let key: KeyPair
    let gpus: PowerGpus

    beforeAll(async () => {
      key = makeKey(folder)
      const bin = installVllm(folder)
      symlinkSync(process.execPath, path.join(bin, 'node'))
      gpus = powerGpus(folder, path.join(fixtures, 'nvidia-smi'))
      const searchPath = `${gpus.bin}:${bin}:${fixtures}`
      daemon = await startSshDaemon({ folder, authorizedKeys: [key.publicKey], path: searchPath })
    })
    afterAll(() => daemon.stop())
    beforeEach(() => gpus.allow('root'))

    const addHere = (client: Client) => addHost(client, { name: 'gpu-03', daemon, key })

    test(
      'a sweep over it launches with each cap, and leaves the limit as it was',
      { tags: 'nightly', timeout: 400_000 },
      async () => {
        const { client, window } = openWindow(daemon)
        const hostId = await addHere(client)
        const own = { ...capped(300), config: { model: 'org/tiny' } }
        const { id: serverId } = await client.servers.launch({ name: null, hostId, profile: own })
        await window.server(serverId, 'ready')
        const text = JSON.stringify({
          servers: ['tiny'],
          load: { 'request-rate': 20 },
          axes: [{ 'power-cap': ['300 W', 400] }],
        })
        const { plan } = await client.sweepFiles.open({ text })
        const asked = { serverIds: [serverId], plan: { ...plan, config: smallBenchmark } }
        const { id } = await client.sweeps.start(asked)
        const { points } = await window.sweep(id, 'completed', 'failed')
        const runs = await Promise.all(
          points.map(({ runId }) => client.runs.get({ id: runId ?? '' })),
        )
        expect(runs.map(({ status, launch }) => [status, launch?.command])).toEqual([
          ['completed', expect.stringMatching(/^nvidia-smi -i 1 -pl 300\n/)],
          ['completed', expect.stringMatching(/^nvidia-smi -i 1 -pl 400\n/)],
        ])
        expect(runs[0]?.launch?.command).not.toContain('--power-cap')
        await window.server(serverId, 'ready')
        expect(gpus.changes()).toEqual(['300', '700.00', '400', '700.00'])
        expect(gpus.limit()).toBe('700.00')
      },
    )

    test('it is set with sudo where only root may set it', async () => {
      gpus.allow('sudo')
      const { client, window } = openWindow(daemon)
      const hostId = await addHere(client)
      const { id } = await client.servers.launch({ name: null, hostId, profile: capped(250) })
      await window.server(id, 'ready')
      expect(gpus.limit()).toBe('250')
      await client.servers.stop({ id })
      await expect.poll(() => gpus.limit()).toBe('700.00')
    })

    test.each([
      [150, 'root', /does not allow a power cap of 150 W/, /from 200 W to 700 W/],
      [300, 'none', /host does not allow to cap the power/, /sudo -n nvidia-smi/],
    ] as const)('%i W for %s is refused with what to do', async (watts, right, why, remedy) => {
      gpus.allow(right)
      const { client, window } = openWindow(daemon)
      const hostId = await addHere(client)
      const { id } = await client.servers.launch({ name: null, hostId, profile: capped(watts) })
      const { state } = await window.server(id, 'failed')
      expect(readable(state)).toMatchObject({
        message: expect.stringMatching(why) as string,
        remedy: expect.stringMatching(remedy) as string,
      })
      expect(gpus.limit()).toBe('700.00')
    })

    test('after a crash of everything there, stopping it restores the limit', async () => {
      const { client, window } = openWindow(daemon)
      const hostId = await addHere(client)
      const { id } = await client.servers.launch({ name: null, hostId, profile: capped(300) })
      killAll(launchId(await window.server(id, 'ready')))
      await window.server(id, 'failed')
      expect(gpus.limit()).toBe('300')
      await client.servers.remove({ id })
      expect(gpus.limit()).toBe('700.00')
    })

    test('after a crash, the next capped launch restores the limit first', async () => {
      const { client, window } = openWindow(daemon)
      const hostId = await addHere(client)
      const { id: first } = await client.servers.launch({
        ...{ name: null, hostId, profile: capped(300) },
      })
      killAll(launchId(await window.server(first, 'ready')))
      await window.server(first, 'failed')
      const { id } = await client.servers.launch({ name: null, hostId, profile: capped(400) })
      await window.server(id, 'ready')
      expect(gpus.changes().slice(-3)).toEqual(['300', '700.00', '400'])
      await client.servers.stop({ id })
      await expect.poll(() => gpus.limit()).toBe('700.00')
    })
  },
)
