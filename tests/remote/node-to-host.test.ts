// A Node sent to a host that has none, over a real sshd: whole or not at all, once, and with progress.
// @module-tag nightly
import {
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { SentBytes } from '#core/model/run/benchmark-step.ts'
import { planOf, runAndListen } from '#node/load/plan.test-support.ts'
import { serveScript, streamPieces } from '#node/load/scripted-server.test-support.ts'
import { sse } from '#node/load/sse.test-support.ts'
import type { Host } from '#node/remote/host.ts'
import { createHostLoadRunner } from '#node/remote/load/host-load-runner.ts'
import { ownNodeAt, type OwnNode } from '#node/remote/load/own-node.ts'
import { checkRemoteLoad, prepareRemoteLoad } from '#node/remote/load/prepare-remote-load.ts'
import { localHost } from '#node/remote/local-host.ts'
import { connectTo } from './connect-to.ts'
import { toolFolder } from './tool-folder.ts'
import {
  makeKey,
  missingDaemon,
  startSshDaemon,
  temporaryFolder,
  type SshDaemon,
} from './ssh-daemon.ts'

const folder = temporaryFolder()
afterAll(() => rmSync(folder, { recursive: true }))

/** A program of this length that is a Node as far as its version goes. */
async function standIn(name: string, script: string, bytes: number): Promise<OwnNode> {
  const file = path.join(folder, name)
  writeFileSync(file, Buffer.concat([Buffer.from(script), randomBytes(bytes)]))
  return ownNodeAt(file, { platform: 'linux', arch: 'x64' })
}

const saysVersion = '#!/bin/sh\necho v99.0.0; exit 0\n'

describe.skipIf(missingDaemon !== null)(
  `over SSH${missingDaemon === null ? '' : `: ${missingDaemon}`}`,
  () => {
    const key = makeKey(folder)
    let daemon: SshDaemon
    let host: Host

    beforeAll(async () => {
      const wholePath = toolFolder(folder, 'tools', ['gunzip', 'gzip'])
      daemon = await startSshDaemon({ folder, authorizedKeys: [key.publicKey], wholePath })
      host = connectTo(daemon, { folder, key })
    })
    afterEach(() => rmSync(path.join(daemon.home, '.local'), { recursive: true, force: true }))
    afterAll(async () => {
      await host.close()
      await daemon.stop()
    })

    const programs = () => path.join(daemon.home, '.local/share/kneepoint/programs')
    const there = () => (existsSync(programs()) ? readdirSync(programs()).toSorted() : [])
    const nothingThere = () => expect.poll(there, { timeout: 5000 }).toEqual([])

    test('it is sent once, and load comes from it', async () => {
      const reported: SentBytes[] = []
      const first = await prepareRemoteLoad(host, { onSent: (sent) => reported.push(sent) })
      const { sentBytes, totalBytes } = reported.at(-1) ?? {}
      expect(sentBytes).toBe(totalBytes)
      expect(reported[0]?.sentBytes).toBe(0)
      expect(reported.map((sent) => sent.sentBytes)).toEqual(
        reported.map((sent) => sent.sentBytes).toSorted((a, b) => a - b),
      )
      const [, node = ''] = there()
      expect(there()).toHaveLength(2)
      expect(statSync(path.join(programs(), node))).toMatchObject({ size: totalBytes })
      expect(statSync(path.join(programs(), node)).mode & 0o777).toBe(0o700)
      expect(first.node.program).toBe(path.join(programs(), node))

      const again: SentBytes[] = []
      expect(await prepareRemoteLoad(host, { onSent: (sent) => again.push(sent) })).toEqual(first)
      expect(again).toEqual([])

      const longAgo = new Date('2020-01-01')
      utimesSync(path.join(programs(), node), longAgo, longAgo)
      const server = await serveScript((_request, response) => streamPieces(response, [sse.whole]))
      const { records, outcome } = await runAndListen(
        createHostLoadRunner([host]),
        planOf(server.url, 4),
      )
      expect(records.filter(({ error }) => error === null)).toHaveLength(4)
      expect(outcome.origin?.nodeVersion).toBe(first.node.version)
      // What is in use does not count as unused.
      expect(statSync(path.join(programs(), node)).mtimeMs).toBeGreaterThan(Date.now() - 60_000)
    }, 60_000)

    test('where ours is wanted, what is found there is passed by, and ours is sent once', async () => {
      const bin = path.join(daemon.home, '.local/bin')
      mkdirSync(bin, { recursive: true })
      symlinkSync(process.execPath, path.join(bin, 'node'))
      const ours = await standIn('ours', saysVersion, 1000)
      const nodeFor = () => Promise.resolve(ours)
      const found = await prepareRemoteLoad(host, { nodeFor })
      expect(found.node.program).toBe(path.join(bin, 'node'))

      const strict = connectTo(daemon, { folder, key, loadNode: 'ours' })
      try {
        expect(await checkRemoteLoad(strict, { nodeFor })).toEqual({ nodeBytes: ours.bytes })
        const { node } = await prepareRemoteLoad(strict, { nodeFor })
        expect(node).toEqual({ program: path.join(programs(), ours.fileName), version: 'v99.0.0' })
        expect(await checkRemoteLoad(strict, { nodeFor })).toEqual({ nodeBytes: null })
        rmSync(node.program)
        await expect(
          prepareRemoteLoad(strict, { nodeFor: () => Promise.resolve(null) }),
        ).rejects.toMatchObject({
          message: expect.stringContaining('is to run on our Node on gpu-03') as string,
        })
      } finally {
        await strict.close()
      }
    })

    test('a connection that breaks leaves nothing there, and the next try sends it whole', async () => {
      const node = await standIn('long', saysVersion, 2 ** 25)
      const cut = prepareRemoteLoad(host, {
        nodeFor: () => Promise.resolve(node),
        onSent: ({ sentBytes }) => {
          if (sentBytes > 2 ** 22) daemon.dropConnections()
        },
      })
      await expect(cut).rejects.toMatchObject({
        code: 'host-unreachable',
        message: expect.stringContaining('Node could not be copied to gpu-03') as string,
        remedy: 'Nothing of it is left there. Try again when the connection is up.',
      })
      await nothingThere()
      const { node: whole } = await prepareRemoteLoad(host, {
        nodeFor: () => Promise.resolve(node),
      })
      expect(whole.version).toBe('v99.0.0')
      expect(statSync(whole.program).size).toBe(node.bytes)
    }, 30_000)

    test('who cancels does not wait, and nothing stays', async () => {
      const node = await standIn('longer', saysVersion, 2 ** 25)
      const cancelling = new AbortController()
      const cancelled = prepareRemoteLoad(host, {
        nodeFor: () => Promise.resolve(node),
        onSent: ({ sentBytes }) => {
          if (sentBytes > 2 ** 22) cancelling.abort()
        },
        signal: cancelling.signal,
      })
      await expect(cancelled).rejects.toMatchObject({ code: 'cancelled' })
      await nothingThere()
    }, 30_000)

    test('one that is not what its checksum says is not taken', async () => {
      const node = await standIn('altered', saysVersion, 1000)
      const nodeFor = () => Promise.resolve({ ...node, sha256: '0'.repeat(64) })
      await expect(prepareRemoteLoad(host, { nodeFor })).rejects.toMatchObject({
        message: 'Node could not be copied to gpu-03: what arrived is not what was sent.',
      })
      await nothingThere()
    })

    test('one that does not run there is reported with its output, and does not stay', async () => {
      const node = await standIn('foreign', '#!/lib/of-another-libc.so\n', 1000)
      const nodeFor = () => Promise.resolve(node)
      await expect(prepareRemoteLoad(host, { nodeFor })).rejects.toMatchObject({
        code: 'host-failed',
        message: expect.stringMatching(
          /^Our Node does not run on gpu-03: .*(not found|bad interp)/,
        ) as string,
        remedy: expect.stringContaining('glibc 2.28') as string,
      })
      await nothingThere()
    })

    test('where it cannot be written, the host says why', async () => {
      mkdirSync(path.dirname(programs()), { recursive: true })
      writeFileSync(programs(), '')
      const node = await standIn('homeless', saysVersion, 2 ** 22)
      const nodeFor = () => Promise.resolve(node)
      await expect(prepareRemoteLoad(host, { nodeFor })).rejects.toMatchObject({
        message: expect.stringMatching(/^Node could not be copied to gpu-03: .*mkdir/) as string,
      })
    })

    test('what was not used for a month is removed when a new one is copied', async () => {
      mkdirSync(programs(), { recursive: true })
      const longAgo = new Date(Date.now() - 40 * 86_400_000)
      const yesterday = new Date(Date.now() - 2 * 86_400_000)
      for (const [name, at] of [
        ['node-linux-x64-old', longAgo],
        ['load-generator-old.mjs', longAgo],
        ['node-linux-x64-recent', yesterday],
        ['part-1-node-linux-x64-cut', yesterday],
      ] as const) {
        writeFileSync(path.join(programs(), name), '')
        utimesSync(path.join(programs(), name), at, at)
      }
      const node = await standIn('new', saysVersion, 1000)
      await prepareRemoteLoad(host, { nodeFor: () => Promise.resolve(node) })
      expect(there()).toEqual([
        expect.stringMatching(/^load-generator-[0-9a-f]{16}\.mjs$/),
        node.fileName,
        'node-linux-x64-recent',
      ])
    })
  },
)

describe('a host', () => {
  /** It says these things of itself. */
  function saying(name: string, says: Readonly<Record<string, string>>): Host {
    const bin = toolFolder(folder, name)
    for (const [tool, text] of Object.entries(says)) {
      rmSync(path.join(bin, tool), { force: true })
      writeFileSync(path.join(bin, tool), `#!/bin/sh\necho '${text}'\n`, { mode: 0o755 })
    }
    return localHost({ PATH: bin, HOME: path.join(folder, name) })
  }

  const byHand = expect.stringContaining('unpack the archive of nodejs.org there') as string

  test.each([
    ['no build is made for', 'other', { uname: 'Linux ppc64le' }, '(Linux ppc64le)'],
    ['has too old a libc', 'aged', { getconf: 'glibc 2.17' }, '(it has glibc 2.17)'],
    ['this computer has none for', 'far', { uname: 'Linux aarch64' }, 'none for linux-arm64'],
  ])('that %s is reported before anything is sent', async (_, name, says, reason) => {
    const nodeFor = () => Promise.resolve(null)
    await expect(prepareRemoteLoad(saying(name, says), { nodeFor })).rejects.toMatchObject({
      code: 'host-failed',
      message: expect.stringContaining(reason) as string,
      remedy: byHand,
    })
  })

  test('that cannot unpack is sent it as it is', async () => {
    const node = await standIn('unpacked', saysVersion, 2 ** 20)
    const bare = localHost({
      PATH: toolFolder(folder, 'no-gunzip'),
      HOME: path.join(folder, 'bare-home'),
    })
    const { node: put } = await prepareRemoteLoad(bare, { nodeFor: () => Promise.resolve(node) })
    expect(put).toEqual({ program: put.program, version: 'v99.0.0' })
    expect(statSync(put.program).size).toBe(node.bytes)
  })
})
