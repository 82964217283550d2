// A load that three hosts send together, each a real sshd of its own: two with a clock that is set apart and runs at another
// pace. Merged, it is the load that one machine would have sent.
// @module-tag nightly
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LoadProgress, ToLoadGenerator } from '#contract/load-protocol.ts'
import { inEnglish, type Text } from '#core/messages/message.ts'
import { beganLate } from '#core/model/run/run-summary.ts'
import { workersLateSentence } from '#core/report/cut-short.ts'
import { planOf, runAndListen, listen, silentHooks } from '#node/load/plan.test-support.ts'
import { runLoad } from '#node/load/run-load.ts'
import { monotonicS } from '#node/load/runtime/clock.ts'
import { serveScript, startStream, streamPieces } from '#node/load/scripted-server.test-support.ts'
import { sse } from '#node/load/sse.test-support.ts'
import { createShardedLoadRunner } from '#node/load/workers/run-sharded-load.ts'
import type { WorkerSource } from '#node/load/workers/worker-source.ts'
import type { Host } from '#node/remote/host.ts'
import { RemoteLoadPort } from '#node/remote/load/remote-load-port.ts'
import { createHostLoadRunner } from '#node/remote/load/host-load-runner.ts'
import { startRemoteProgram } from '#node/remote/load/start-remote-program.ts'
import { connectTo } from './connect-to.ts'
import { answering, scheduled, sentBy } from './sent-load.ts'
import {
  makeKey,
  missingDaemon,
  startSshDaemon,
  temporaryFolder,
  type SshDaemon,
} from './ssh-daemon.ts'

const folder = temporaryFolder()
afterAll(() => rmSync(folder, { recursive: true }))

const fakeTime = ['x86_64', 'aarch64']
  .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`)
  .find((file) => existsSync(file))
const missing =
  missingDaemon ??
  (fakeTime === undefined ? 'libfaketime is not installed (apt-get install faketime)' : null)

describe.skipIf(missing !== null)(`over SSH${missing === null ? '' : `: ${missing}`}`, () => {
  const key = makeKey(folder)
  const daemons: SshDaemon[] = []
  const hosts: Host[] = []

  /** `clock` as libfaketime reads it; null is the clock of this computer. */
  async function addHost(name: string, clock: string | null): Promise<Host> {
    const own = path.join(folder, name)
    const bin = path.join(own, 'bin')
    mkdirSync(bin, { recursive: true })
    const set = clock === null ? '' : `LD_PRELOAD='${fakeTime}' FAKETIME='${clock}' `
    const node = `#!/bin/sh\n${set}exec '${process.execPath}' "$@"\n`
    writeFileSync(path.join(bin, 'node'), node, { mode: 0o755 })
    const daemon = await startSshDaemon({
      folder: own,
      authorizedKeys: [key.publicKey],
      path: bin,
    })
    daemons.push(daemon)
    const host = { ...connectTo(daemon, { folder: own, key }), name }
    hosts.push(host)
    return host
  }

  beforeAll(async () => {
    await addHost('gpu-a', null)
    await addHost('gpu-b', '+3s x1.0002')
    await addHost('gpu-c', '-0.5s')
  })
  afterAll(async () => {
    await Promise.all(hosts.map((host) => host.close()))
    await Promise.all(daemons.map((daemon) => daemon.stop()))
  })

  test('one, three and this process send the same, and return the same', async () => {
    const sent = await Promise.all(
      [runLoad, createHostLoadRunner(hosts.slice(0, 1)), createHostLoadRunner(hosts)].map((run) =>
        sentBy(run),
      ),
    )
    expect(sent[0]?.requests).toHaveLength(31)
    expect(sent[1]).toEqual(sent[0])
    expect(sent[2]).toEqual(sent[0])
  })

  test('their records agree with the log of the server within the error that is reported', async () => {
    const arrivedMs = new Map<string, number>()
    const server = await serveScript(({ headers }, response) => {
      arrivedMs.set(String(headers['x-request-id']), monotonicS() * 1000)
      return streamPieces(response, [sse.whole])
    })
    const { records, outcome } = await runAndListen(
      createHostLoadRunner(hosts),
      scheduled(server.url, 300, 60),
    )
    const [a, b, c] = outcome.workers ?? []
    expect(outcome.origin).toBeUndefined()
    expect([a, b, c].map((worker) => worker?.requests)).toEqual([100, 100, 100])
    expect([a, b, c].map((worker) => worker?.state)).toEqual(['ended', 'ended', 'ended'])
    expect(b?.clockOffsetMs).toBeGreaterThan(2900)
    expect(c?.clockOffsetMs).toBeCloseTo(-500, -2)
    expect(b?.driftPpm).toBeGreaterThan(100)
    expect(Math.abs(a?.driftPpm ?? 1e6)).toBeLessThan(100)
    // Sent before it arrived, on one axis: what the schedule and the ways differ by is far below the 3 s of the clock.
    const startMs = outcome.startedAtMonotonicS * 1000
    const behindMs = records.map(({ requestId, sentAtUs }) => {
      const atMs = arrivedMs.get(requestId ?? '') ?? 0
      return atMs - (sentAtUs / 1000 + startMs)
    })
    const withinMs = Math.max(...[a, b, c].map((worker) => worker?.placedWithinMs ?? Infinity))
    expect(withinMs).toBeLessThan(20)
    expect(Math.min(...behindMs)).toBeGreaterThan(-2 * withinMs)
  })

  test('a worker that is killed fails its requests by name, and the others end in order', async () => {
    const server = await serveScript(({ index }, response) => {
      const [, second] = hosts
      if (index === 30 && second !== undefined) signal(second, 'KILL')
      return streamPieces(response, [sse.whole])
    })
    const { records, outcome } = await runAndListen(
      createHostLoadRunner(hosts),
      scheduled(server.url, 150, 50),
    )
    expect(records).toHaveLength(150)
    expect(new Set(records.map(({ index }) => index)).size).toBe(150)
    const lost = records.filter(({ error }) => error?.code === 'worker-lost')
    expect(lost.length).toBeGreaterThan(10)
    expect(lost.every(({ index }) => index % 3 === 1)).toBe(true)
    expect(lost[0]?.error?.message).toContain('gpu-b')
    expect(records.filter(({ error }) => error === null)).toHaveLength(150 - lost.length)
    const [, b] = outcome.workers ?? []
    expect(b).toMatchObject({ state: 'lost', missingRequests: lost.length, client: null })
  })

  /** To the generator of one host. */
  function signal(host: Host, name: 'KILL' | 'STOP' | 'CONT'): void {
    const at = path.join(folder, host.name)
    const found = `pgrep -f '${at}/.*[l]oad-generator'`
    execFileSync('sh', ['-c', `${found} | xargs -r kill -${name} || true`])
  }

  /** A worker over SSH, with what is done before a message to it is sent. */
  function workerOn(
    host: Host,
    before: (type: ToLoadGenerator['type']) => void = () => undefined,
    silenceMs?: number,
  ): WorkerSource {
    const open = () => {
      const start = (signal: AbortSignal) => startRemoteProgram(host, signal)
      const port = new RemoteLoadPort(host.name, start, silenceMs)
      const post = port.post.bind(port)
      port.post = (message) => {
        before(message.type)
        post(message)
      }
      return port
    }
    return { name: host.name, open }
  }

  test('a worker that is late is named: while others wait for it, and when it began late', async () => {
    const server = await answering()
    const [first, , late] = hosts
    if (first === undefined || late === undefined) throw new Error('no hosts')
    const waits: string[] = []
    const seen: string[] = []
    const slow = workerOn(late, (type) => {
      if (type === 'start' || type === 'run') signal(late, 'STOP')
      // No order is given so long before the start.
      if (type === 'run') setTimeout(() => signal(late, 'CONT'), 2500)
    })
    const run = createShardedLoadRunner([workerOn(first), slow], { namedAfterMs: 100 })
    const hooks = {
      ...silentHooks,
      onWaiting(waitsFor: Text) {
        waits.push(inEnglish(waitsFor))
        signal(late, 'CONT')
      },
      onProgress: ({ workers: now = [] }: LoadProgress) =>
        void seen.push(...now.filter(beganLate).map(({ name }) => name)),
    }
    const plan = scheduled(server.url, 40, 20)
    const { workers = [] } = await run(plan, hooks, new AbortController().signal)
    expect(waits.at(-1)).toMatch(/^All other hosts are ready and wait for gpu-c\./)
    expect(workers[1]?.startedLateMs).toBeGreaterThan(100)
    // On a busy machine the other one may begin late, too.
    const names = workers.filter(beganLate).map(({ hostName }) => hostName)
    expect(names).toContain('gpu-c')
    // While they send, too.
    expect([...new Set(seen)].toSorted()).toEqual(names.toSorted())
    const sentence = inEnglish(workersLateSentence(workers))
    expect(sentence).toMatch(/after the common start: /)
    for (const name of names) expect(sentence).toContain(name)
    expect(server.requests).toHaveLength(40)
  })

  test('a worker that is silent ends the run by name before anything is sent', async () => {
    const server = await answering()
    const [first, , silent] = hosts
    if (first === undefined || silent === undefined) throw new Error('no hosts')
    const hangs = workerOn(silent, (type) => type === 'start' && signal(silent, 'STOP'), 3000)
    const run = createShardedLoadRunner([workerOn(first), hangs])
    await expect(runAndListen(run, scheduled(server.url, 6, 50))).rejects.toMatchObject({
      code: 'host-failed',
      message: expect.stringMatching(/on gpu-c has been silent for 3 s/) as string,
    })
    signal(silent, 'CONT')
    expect(server.requests).toHaveLength(0)
  })

  test('a run that is cancelled is cancelled everywhere', async () => {
    const cancelling = new AbortController()
    const server = await serveScript((_request, response) => {
      startStream(response)
      response.flushHeaders()
      if (server.requests.length === 6) cancelling.abort()
    })
    const { records, outcome } = await runAndListen(
      createHostLoadRunner(hosts),
      planOf(server.url, 30, { maxConcurrency: 6 }),
      cancelling.signal,
    )
    expect(outcome.cancelled).toBe(true)
    expect(records.map(({ error }) => error?.code)).toEqual(new Array(6).fill('cancelled'))
  })

  test('a clock that is far off is refused before anything is sent, unless it is allowed', async () => {
    const far = await addHost('gpu-d', '+60s')
    const server = await answering()
    const plan = scheduled(server.url, 6, 50)
    const { hooks } = listen()
    const { signal } = new AbortController()
    const two = [...hosts.slice(0, 1), far]
    await expect(createHostLoadRunner(two)(plan, hooks, signal)).rejects.toMatchObject({
      field: 'on',
      message: expect.stringMatching(
        /^The clock of gpu-d is 6\d\.\d s ahead of the clock of this computer/,
      ) as string,
    })
    expect(server.requests).toHaveLength(0)
    const allowed = createHostLoadRunner(two, { allowsClockSkew: true })
    const { records } = await runAndListen(allowed, plan)
    expect(records.every(({ error }) => error === null)).toBe(true)
  })
})
