// Servers that listen for others, on a host with an address of its own: asked without a tunnel where that works, and
// through it where it does not; runs say which.
// @module-tag nightly
import { lookup } from 'node:dns/promises'
import { rmSync } from 'node:fs'
import { hostname } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Run } from '#core/model/run/run.ts'
import type { Server } from '#core/model/server.ts'
import { smallBenchmark } from '#node/application/application.test-support.ts'
import { installVllm } from './install-vllm.ts'
import { addHost, openWindow } from './open-window.ts'
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

/** Every address of 127.0.0.0/8 is one of this computer, on Linux. */
const address = '127.0.0.2'
const unable = process.platform === 'linux' ? missingDaemon : 'only Linux has a second loopback'

describe.skipIf(unable !== null)(`over SSH${unable === null ? '' : `: ${unable}`}`, () => {
  let key: KeyPair
  let daemon: SshDaemon | null = null
  const bin = installVllm(folder)
  const fixtures = path.join(import.meta.dirname, 'fixtures', 'bin')

  beforeAll(() => {
    key = makeKey(folder)
  })
  const leave: (() => Promise<void>)[] = []
  afterEach(async () => {
    await Promise.all(leave.splice(0).map((remove) => remove()))
    await daemon?.stop()
    daemon = null
  })

  async function opened(settings: readonly string[] = []) {
    const keys = { folder, authorizedKeys: [key.publicKey], path: `${bin}:${fixtures}` }
    daemon = await startSshDaemon({ ...keys, address, settings })
    const { client, window } = openWindow(daemon)
    const hostId = await addHost(client, { name: 'gpu-03', daemon, key })
    async function launched(listening: string): Promise<Server> {
      const config = { model: 'org/tiny', flags: {} }
      const profile = { name: listening, address: listening, gpus: ['1'], config }
      const { id } = await client.servers.launch({ name: null, hostId, profile })
      leave.push(() => client.servers.remove({ id }))
      return window.server(id, 'ready')
    }
    async function measured(server: Server) {
      const order = { serverId: server.id, name: null, config: smallBenchmark }
      const run = await window.run((await client.benchmarks.start(order)).id, 'completed')
      return wayOf(server, run)
    }
    return { launched, measured }
  }

  function wayOf({ state, launch }: Server, { baseUrl, launch: kept, summary }: Run) {
    expect(summary).toMatchObject({ completed: 12, failed: 0 })
    expect(kept?.reach?.roundTripMs).toMatchObject({ samples: 20 })
    expect(kept?.reach?.isForwarded).toBe(launch?.reach?.isForwarded)
    const address = state.state === 'ready' ? state.baseUrl : ''
    expect(baseUrl).toBe(address)
    const { hostname: where, port } = new URL(address)
    const isOwnPort = Number(port) === launch?.launch.port
    return { isForwarded: kept?.reach?.isForwarded, where, isOwnPort }
  }

  const direct = { isForwarded: false, where: address, isOwnPort: true }
  const forwarded = { isForwarded: true, where: '127.0.0.1', isOwnPort: false }

  test('one that listens everywhere is asked directly; one that cannot be, through the tunnel', async (context) => {
    const own = hostname()
    const found = await lookup(own, { family: 4 }).catch(() => null)
    if (found === null || found.address === address) context.skip(`nobody knows "${own}"`)
    const { launched, measured } = await opened()
    expect(await measured(await launched('0.0.0.0'))).toEqual(direct)
    expect(await measured(await launched(own))).toEqual(forwarded)
  }, 60_000)

  test('where nothing is forwarded, one that listens everywhere is asked directly all the same', async () => {
    const { launched } = await opened(['AllowTcpForwarding no'])
    const { state, launch } = await launched('0.0.0.0')
    expect(state).toMatchObject({ baseUrl: `http://${address}:${launch?.launch.port}` })
    expect(launch?.reach?.isForwarded).toBe(false)
  }, 30_000)
})
