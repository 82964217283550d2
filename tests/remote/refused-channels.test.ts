// What an SSH server does not allow, or nobody answers: told by name, with what to change.
import { rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { forwardPort } from '#node/remote/forward-port.ts'
import type { Host } from '#node/remote/host.ts'
import { wayToServer } from '#node/remote/load/way-to-server.ts'
import { runProgram } from '#node/remote/run-program.ts'
import { connectTo } from './connect-to.ts'
import { installVllm } from './install-vllm.ts'
import { addHost, openWindow } from './open-window.ts'
import {
  freePort,
  makeKey,
  missingDaemon,
  startSshDaemon,
  temporaryFolder,
  type KeyPair,
  type SshDaemon,
} from './ssh-daemon.ts'

const folder = temporaryFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.skipIf(missingDaemon !== null)(
  `over SSH${missingDaemon === null ? '' : `: ${missingDaemon}`}`,
  () => {
    let key: KeyPair
    let daemon: SshDaemon
    let host: Host | null = null

    beforeAll(() => {
      key = makeKey(folder)
    })
    afterEach(async () => {
      await host?.close()
      host = null
      await daemon.stop()
    })

    async function daemonWith(...settings: readonly string[]): Promise<SshDaemon> {
      const fixtures = path.join(import.meta.dirname, 'fixtures', 'bin')
      const searchPath = `${installVllm(folder)}:${fixtures}`
      const keys = { folder, authorizedKeys: [key.publicKey], path: searchPath }
      daemon = await startSshDaemon({ ...keys, settings })
      return daemon
    }

    async function hostWith(...settings: readonly string[]): Promise<Host> {
      host = connectTo(await daemonWith(...settings), { folder, key })
      return host
    }

    /** Why a client that was cut off was cut off. */
    async function failureOf(given: Host, port: number) {
      const forwarded = await forwardPort(given, { address: '127.0.0.1', port })
      expect(forwarded.failure()).toBeNull()
      await expect(fetch(`http://127.0.0.1:${forwarded.port}`)).rejects.toThrow('fetch failed')
      await forwarded.close()
      return forwarded.failure()
    }

    test('a server that forwards nothing is told by its setting', async () => {
      const forbidden = {
        code: 'unsupported',
        message: expect.stringContaining('forwards no connection to 127.0.0.1:') as string,
        remedy: expect.stringContaining('AllowTcpForwarding') as string,
      }
      const given = await hostWith('AllowTcpForwarding no')
      expect(await failureOf(given, 1)).toMatchObject(forbidden)
      await expect(wayToServer(given, 'http://127.0.0.1:1')).rejects.toMatchObject(forbidden)
    })

    test('a port that nobody listens at is told as such, until somebody does', async () => {
      const given = await hostWith()
      const port = await freePort()
      expect(await failureOf(given, port)).toMatchObject({
        code: 'server-unreachable',
        message: expect.stringContaining(
          `Nobody listens at 127.0.0.1:${port} over there`,
        ) as string,
      })
      const way = await wayToServer(given, `http://127.0.0.1:${port}`)
      expect(way.failure()).toBeNull()
      await way.close()
    })

    test('a server that has no more sessions is told by its setting', async () => {
      const given = await hostWith('MaxSessions 1')
      const first = await given.start({ argv: ['cat'] })
      await expect(runProgram(given, { argv: ['true'] })).rejects.toMatchObject({
        code: 'host-failed',
        message: expect.stringContaining('gpu-03 opens no further session') as string,
        remedy: expect.stringContaining('MaxSessions') as string,
      })
      first.stdin.end()
      await first.ended
      // The server needs a moment to see that it is gone.
      const run = () => runProgram(given, { argv: ['true'] }).catch(() => null)
      await expect.poll(run).toMatchObject({ code: 0 })
    })

    test('a launch whose server nobody leads to says why, and leaves the server alone', async () => {
      const { client, window } = openWindow(await daemonWith('AllowTcpForwarding no'))
      const hostId = await addHost(client, { name: 'gpu-03', daemon, key })
      const profile = { name: 'tiny', config: { model: 'org/tiny', flags: {} }, gpus: ['1'] }
      const { id } = await client.servers.launch({ name: null, hostId, profile })
      expect((await window.server(id, 'detached')).state).toMatchObject({
        message: expect.stringContaining('forwards no connection') as string,
        remedy: expect.stringContaining('AllowTcpForwarding') as string,
      })
      await client.servers.remove({ id })
    }, 30_000)
  },
)
