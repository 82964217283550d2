// The load generator on a host, over a real sshd: put there, run, cancelled, cut off; and nothing of it stays.
import { execFileSync } from 'node:child_process'
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { listen, planOf, runAndListen } from '#node/load/plan.test-support.ts'
import {
  serveScript,
  startStream,
  streamPieces,
  type Script,
} from '#node/load/scripted-server.test-support.ts'
import { sse } from '#node/load/sse.test-support.ts'
import { respondWithEvents, serveHttp2 } from '#node/load/transports/http2-server.test-support.ts'
import type { Host } from '#node/remote/host.ts'
import { createHostLoadRunner } from '#node/remote/load/host-load-runner.ts'
import { localHost } from '#node/remote/local-host.ts'
import { connectTo } from './connect-to.ts'
import {
  makeKey,
  missingDaemon,
  startSshDaemon,
  temporaryFolder,
  type SshDaemon,
} from './ssh-daemon.ts'

const folder = temporaryFolder()
afterAll(() => rmSync(folder, { recursive: true }))

/** Arguments of what runs of ours over there. */
/** Load generators of these tests; others run beside them. */
function running(): string {
  const search = `ps -eo args | grep "${folder}/.*[p]rograms/load-generator" || true`
  return execFileSync('sh', ['-c', search], { encoding: 'utf8' }).trim()
}

const nothingLeft = () => expect.poll(running, { timeout: 5000 }).toBe('')

/** Where programs are that lie on a PATH by these names, each as the text of a script. */
function programs(name: string, scripts: Readonly<Record<string, string>>): string {
  const bin = path.join(folder, name)
  mkdirSync(bin)
  for (const [program, text] of Object.entries(scripts)) {
    writeFileSync(path.join(bin, program), `#!/bin/sh\n${text}\n`, { mode: 0o755 })
  }
  return bin
}

describe.skipIf(missingDaemon !== null)(
  `over SSH${missingDaemon === null ? '' : `: ${missingDaemon}`}`,
  () => {
    const key = makeKey(folder)
    let daemon: SshDaemon
    let host: Host
    const hosts: Host[] = []
    const aheadMs = 3_600_000

    beforeAll(async () => {
      const shift = path.join(folder, 'shift.cjs')
      writeFileSync(shift, `const now = Date.now; Date.now = () => now() + ${aheadMs}`)
      const bin = programs('bin', { node: `exec '${process.execPath}' --require '${shift}' "$@"` })
      daemon = await startSshDaemon({ folder, authorizedKeys: [key.publicKey], path: bin })
      host = connectTo(daemon, { folder, key })
      hosts.push(host)
    })
    afterEach(nothingLeft)
    afterAll(async () => {
      await Promise.all(hosts.map((one) => one.close()))
      await daemon.stop()
    })

    const shipped = () => path.join(daemon.home, '.local/share/kneepoint/programs')

    /** Answers some requests and leaves the others waiting. */
    const answering =
      (count: number): Script =>
      ({ index }, response) => {
        if (index < count) return streamPieces(response, [sse.whole])
        startStream(response)
        response.flushHeaders()
      }

    test('load is as from this computer; only its owner can read its files, and no user the key', async () => {
      let seen = ''
      const server = await serveScript((_request, response) => {
        seen ||= running()
        return streamPieces(response, [sse.whole])
      })
      const headers = { Authorization: 'Bearer a secret' }
      const plan = planOf(server.url, 20, { maxConcurrency: 4, threads: 1, headers })
      const startedMs = Date.now()
      const { records, phases, progress, outcome } = await runAndListen(
        createHostLoadRunner([host]),
        plan,
      )
      expect(server.requests.map(({ body }) => body).toSorted()).toEqual(
        plan.bodies.texts.map(String).toSorted(),
      )
      expect(server.requests[0]?.headers.authorization).toBe('Bearer a secret')
      expect(records.map(({ index }) => index)).toEqual(plan.bodies.texts.map((_, i) => i))
      expect(records[0]).toMatchObject({ generatedText: 'Hello wörld 🚀', error: null })
      expect(records[0]?.interTokenLatenciesUs).toBeInstanceOf(Uint32Array)
      expect(phases).toEqual(['connecting', 'running', 'draining'])
      expect(progress.at(-1)).toMatchObject({ completed: 20 })

      expect(seen).toContain('load-generator')
      expect(seen).not.toContain('secret')
      const [file = ''] = readdirSync(shipped())
      expect(statSync(path.join(shipped(), file)).mode & 0o777).toBe(0o700)
      expect(statSync(shipped()).mode & 0o777).toBe(0o700)

      expect(outcome.origin).toMatchObject({ hostName: 'gpu-03', nodeVersion: process.version })
      const { clockOffsetMs = 0, clockUncertaintyMs = 0 } = outcome.origin ?? {}
      expect(Math.abs(clockOffsetMs - aheadMs)).toBeLessThanOrEqual(clockUncertaintyMs)
      expect(outcome.startedAtEpochMs).toBeGreaterThan(startedMs - 1000)
      expect(outcome.startedAtEpochMs).toBeLessThan(Date.now() + 1000)
    })

    test('from several threads, which begin with the same file', async () => {
      const server = await serveScript((_request, response) => streamPieces(response, [sse.whole]))
      const plan = planOf(server.url, 20, { threads: 2 })
      const { records, outcome } = await runAndListen(createHostLoadRunner([host]), plan)
      expect(records.filter(({ error }) => error === null)).toHaveLength(20)
      expect(outcome.client.threadCpuShares).toHaveLength(2)
    })

    test('over undici', async () => {
      const server = await serveScript((_request, response) => streamPieces(response, [sse.whole]))
      const plan = planOf(server.url, 20, { transport: 'undici', maxConcurrency: 4, threads: 2 })
      const { records } = await runAndListen(createHostLoadRunner([host]), plan)
      expect(records.filter(({ error }) => error === null)).toHaveLength(20)
      expect(server.requests[0]?.headers.connection).toBe('keep-alive')
    })

    test('over HTTP/2', async () => {
      const server = await serveHttp2(({ stream }) => {
        respondWithEvents(stream)
        stream.end(sse.whole)
      })
      const plan = planOf(server.url, 20, { transport: 'undici-h2', threads: 1 })
      const { records } = await runAndListen(createHostLoadRunner([host]), plan)
      expect(records.filter(({ error }) => error === null)).toHaveLength(20)
      expect(server.sessions()).toBe(1)
    })

    test('a run that is cancelled ends with what it has', async () => {
      const cancelling = new AbortController()
      const server = await serveScript((request, response) => {
        if (request.index === 6) cancelling.abort()
        return answering(5)(request, response)
      })
      const plan = planOf(server.url, 10, { maxConcurrency: 2 })
      const { records, outcome } = await runAndListen(
        createHostLoadRunner([host]),
        plan,
        cancelling.signal,
      )
      expect(outcome.cancelled).toBe(true)
      expect(records.map(({ error }) => error?.code ?? null)).toEqual([
        ...[null, null, null, null, null],
        ...['cancelled', 'cancelled'],
      ])
    })

    test('a connection that breaks ends the run with what it measured, and says so', async () => {
      const server = await serveScript(answering(5))
      const { heard, hooks } = listen(({ records }) => {
        if (records.length === 5) daemon.dropConnections()
      })
      const plan = planOf(server.url, 10, { maxConcurrency: 1 })
      const run = createHostLoadRunner([host])(plan, hooks, new AbortController().signal)
      await expect(run).rejects.toMatchObject({
        code: 'host-unreachable',
        message: 'The connection to gpu-03 broke in the middle of the run.',
      })
      expect(heard.records).toHaveLength(5)
    })

    test('a file that differs is copied again', async () => {
      const server = await serveScript(answering(2))
      const [file = ''] = readdirSync(shipped())
      const whole = readFileSync(path.join(shipped(), file))
      writeFileSync(path.join(shipped(), file), whole.subarray(0, 5000))
      const plan = planOf(server.url, 2)
      const { records } = await runAndListen(createHostLoadRunner([host]), plan)
      expect(records).toHaveLength(2)
      expect(readFileSync(path.join(shipped(), file))).toEqual(whole)
    })
  },
)

describe('a host', () => {
  /** What a host without Node has. */
  function toolsOnly(name: string, scripts: Readonly<Record<string, string>> = {}): Host {
    const bin = programs(name, scripts)
    for (const tool of ['sh', 'sha256sum', 'sleep']) {
      symlinkSync(`/usr/bin/${tool}`, path.join(bin, tool))
    }
    return localHost({ PATH: bin, HOME: folder })
  }

  const runOn = (host: Host) =>
    runAndListen(createHostLoadRunner([host]), planOf('http://127.0.0.1:1/', 1))

  test('without Node reports what it needs', async () => {
    await expect(runOn(toolsOnly('bare'))).rejects.toMatchObject({
      code: 'host-failed',
      message: expect.stringContaining('Node is missing on this computer') as string,
      remedy: expect.stringContaining('Node 20.18, 22.8 or newer') as string,
    })
  })

  test('whose Node is too old reports which it has', async () => {
    const host = toolsOnly('old', { node: 'echo v14.21.3' })
    await expect(runOn(host)).rejects.toMatchObject({
      message: expect.stringContaining('has v14.21.3 at') as string,
    })
  })

  test('whose Node does not run our program reports what it printed', async () => {
    const node = `[ "$1" = --version ] && echo v99.0.0 && exit; echo 'out of order' >&2; exit 7`
    const bin = programs('broken', { node })
    const host = localHost({ PATH: `${bin}:/usr/bin:/bin`, HOME: folder })
    await expect(runOn(host)).rejects.toMatchObject({
      code: 'process-ended',
      message: expect.stringContaining('(exit code 7): out of order') as string,
    })
  })

  test('whose Node is too old for undici is told so', async () => {
    const older = path.join(folder, 'older.cjs')
    const versions = `{ ...process.versions, node: '22.10.0' }`
    writeFileSync(older, `Object.defineProperty(process, 'versions', { value: ${versions} })`)
    const node = `exec '${process.execPath}' --require '${older}' "$@"`
    const bin = programs('older', { node })
    const host = localHost({ PATH: `${bin}:/usr/bin:/bin`, HOME: folder })
    const plan = planOf('http://127.0.0.1:1/', 1, { transport: 'undici' })
    await expect(runAndListen(createHostLoadRunner([host]), plan)).rejects.toMatchObject({
      message: 'Load over undici needs Node 22.19, and this is Node 22.10.0.',
      remedy: 'Use a newer Node, or drop --transport.',
    })
  })

  test('is not waited for by a run that is cancelled', async () => {
    const bin = programs('slow', { node: 'sleep 2; echo v99.0.0' })
    const host = localHost({ PATH: `${bin}:/usr/bin:/bin`, HOME: folder })
    const run = createHostLoadRunner([host])
    const plan = planOf('http://127.0.0.1:1/', 1)
    const cancelled = runAndListen(run, plan, AbortSignal.timeout(100))
    await expect(cancelled).rejects.toMatchObject({ code: 'cancelled' })
  })
})
