// What an SSH server forbids or leaves unanswered: reported by name, with what to change.
// @module-tag nightly
import { readable } from '#core/messages/readable.test-support.ts'
import { once } from 'node:events'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { forwardPort } from '#node/remote/forward-port.ts'
import { type Host, runProgram, writeHostFile } from '#node/remote/host.ts'
import { wayToServer } from '#node/remote/load/way-to-server.ts'
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

    test('a server that forwards nothing is reported by its setting', async () => {
      const forbidden = {
        code: 'unsupported',
        message: expect.stringContaining('forwards no connection to 127.0.0.1:') as string,
        remedy: expect.stringContaining('AllowTcpForwarding') as string,
      }
      const given = await hostWith('AllowTcpForwarding no')
      expect(await failureOf(given, 1)).toMatchObject(forbidden)
      await expect(wayToServer(given, 'http://127.0.0.1:1')).rejects.toMatchObject(forbidden)
    })

    test('a port without a listener is reported as such, until there is one', async () => {
      const given = await hostWith()
      const port = await freePort()
      expect(await failureOf(given, port)).toMatchObject({
        code: 'server-unreachable',
        message: expect.stringContaining(
          `Nothing listens at 127.0.0.1:${port} on the host`,
        ) as string,
      })
      const way = await wayToServer(given, `http://127.0.0.1:${port}`)
      expect(way.failure()).toBeNull()
      await way.close()
    })

    test('a server that has no more sessions is reported by its setting', async () => {
      const given = await hostWith('MaxSessions 1')
      const first = await given.start({ argv: ['cat'] })
      await expect(runProgram(given, { argv: ['true'] })).rejects.toMatchObject({
        code: 'host-failed',
        message: expect.stringContaining('gpu-03 opens no more sessions') as string,
        remedy: expect.stringContaining('MaxSessions') as string,
      })
      first.stdin.end()
      await first.ended
      // The server needs a moment to see that it is gone.
      const run = () => runProgram(given, { argv: ['true'] }).catch(() => null)
      await expect.poll(run).toMatchObject({ code: 0 })
    }, 30_000)

    test('programs wait for each other where the server allows one at a time', async () => {
      const given = await hostWith('MaxSessions 1')
      const runs = Array.from({ length: 8 }, () => runProgram(given, { argv: ['true'] }))
      const codes = (await Promise.all(runs)).map(({ code }) => code)
      expect(new Set(codes)).toEqual(new Set([0]))
    }, 30_000)

    test('a shell that never comes to what it is asked is not waited for', async () => {
      const given = await hostWith('ForceCommand sleep 3')
      const asked = runProgram(given, { argv: ['true'] }, { timeoutMs: 400 })
      await expect(asked).rejects.toThrow('true on gpu-03 gave no answer within 0.4 s.')
    })

    test('nor is a turn that does not come, and the next one does', async () => {
      const given = await hostWith()
      const busy = await Promise.all(
        Array.from({ length: 6 }, () => given.start({ argv: ['cat'] })),
      )
      const asked = runProgram(given, { argv: ['true'] }, { timeoutMs: 300 })
      await expect(asked).rejects.toThrow('gave no answer within 0.3 s')
      for (const { stdin, stdout, stderr } of busy) {
        for (const stream of [stdout, stderr]) stream.resume()
        stdin.end()
      }
      expect(await runProgram(given, { argv: ['true'] })).toMatchObject({ code: 0 })
    })

    test('a file whose connection breaks in the middle is not there at all', async () => {
      const given = await hostWith()
      const file = path.join(folder, 'cut', 'file')
      const contents = Buffer.alloc(2 ** 27)
      const writing = writeHostFile(given, { path: file, contents, mode: '600' })
      const cut = expect(writing).rejects.toMatchObject({ code: 'host-unreachable' })
      const begun = () =>
        existsSync(path.dirname(file)) && readdirSync(path.dirname(file)).length > 0
      await expect.poll(begun, { interval: 5 }).toBe(true)
      daemon.dropConnections()
      await cut
      await expect.poll(() => readdirSync(path.dirname(file))).toEqual([])
    })

    test('what answers at its port and says nothing is not taken for a slow host', async () => {
      const silent = createServer(() => undefined).listen(0, '127.0.0.1')
      await once(silent, 'listening')
      const { port } = silent.address() as AddressInfo
      const place = { ...(await daemonWith()), port }
      host = connectTo(place, { folder, key }, { longestSilenceMs: 300 })
      await expect(runProgram(host, { argv: ['true'] })).rejects.toMatchObject({
        code: 'host-unreachable',
        message: expect.stringContaining('said nothing for 0.3 s') as string,
      })
      silent.close()
    })

    test('a launch without a way to its server says why, and leaves the server alone', async () => {
      const { client, window } = openWindow(await daemonWith('AllowTcpForwarding no'))
      const hostId = await addHost(client, { name: 'gpu-03', daemon, key })
      const profile = { name: 'tiny', config: { model: 'org/tiny', flags: {} }, gpus: ['1'] }
      const { id } = await client.servers.launch({ name: null, hostId, profile })
      expect(readable((await window.server(id, 'detached')).state)).toMatchObject({
        message: expect.stringContaining('forwards no connection') as string,
        remedy: expect.stringContaining('AllowTcpForwarding') as string,
      })
      await client.servers.remove({ id })
    }, 30_000)
  },
)
