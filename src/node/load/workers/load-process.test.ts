import { fork, type ChildProcess } from 'node:child_process'
import { afterEach, describe, expect, it } from 'vitest'
import type { FromLoadGenerator, ToLoadGenerator } from '#contract/load-protocol.ts'
import { processEntry } from '#node/files/own-programs.test-support.ts'
import { forkChild } from './fork-port.ts'
import { LoadProcesses } from './load-process.ts'
import { cancelledLoad, listen, planOf, runAndListen } from '../plan.test-support.ts'
import { serveScript, startStream, streamPieces } from '../scripted-server.test-support.ts'
import { sse } from '../sse.test-support.ts'

const entry = processEntry('load-generator')
const spawn = () => forkChild<ToLoadGenerator, FromLoadGenerator>(entry)

const opened: LoadProcesses[] = []
afterEach(() => opened.splice(0).forEach((each) => each.close()))

function runnerOf(spawnProcess = spawn) {
  const processes = new LoadProcesses(spawnProcess)
  opened.push(processes)
  return processes.run
}

/** A runner, and the processes that it started. */
function watchedRunner() {
  const ports: ReturnType<typeof spawn>[] = []
  const run = runnerOf(() => {
    const port = spawn()
    ports.push(port)
    return port
  })
  return { ports, run }
}

describe('load from a process of its own', () => {
  it('is the same as from this one', async () => {
    const server = await serveScript((_request, response) => streamPieces(response, [sse.whole]))
    const plan = planOf(server.url, 20, { maxConcurrency: 4, warmups: [Buffer.from('warm')] })
    const { records, phases, progress, outcome } = await runAndListen(runnerOf(), plan)
    expect(server.requests.map(({ body }) => body).toSorted()).toEqual(
      [...plan.bodies.texts.map(String), 'warm'].toSorted(),
    )
    expect(records.map(({ index }) => index)).toEqual(plan.requestIds.map((_, i) => i))
    for (const record of records) {
      expect(record).toMatchObject({
        generatedText: 'Hello wörld 🚀',
        outputTokens: 3,
        error: null,
      })
      expect(record.interTokenLatenciesUs).toBeInstanceOf(Uint32Array)
    }
    expect(phases).toEqual(['connecting', 'warming-up', 'running', 'draining'])
    expect(progress.at(-1)).toMatchObject({ completed: 20 })
    expect(outcome.cancelled).toBe(false)
  })

  it('comes from the same process as the load before, with a state of its own', async () => {
    const server = await serveScript((_request, response) => streamPieces(response, [sse.whole]))
    const { ports, run } = watchedRunner()
    const first = await runAndListen(run, planOf(server.url, 3))
    const second = await runAndListen(run, planOf(server.url, 5, { runId: 'second' }))
    expect(ports).toHaveLength(1)
    expect(first.records).toHaveLength(3)
    expect(second.records.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4])
    expect(second.progress[0]?.completed).toBeLessThanOrEqual(5)
    expect(second.outcome.cancelled).toBe(false)
  })

  it('comes from another process after a load that was cancelled, or beside one', async () => {
    const server = await serveScript((_request, response) => streamPieces(response, [sse.whole]))
    const { ports, run } = watchedRunner()
    await cancelledLoad(run, 2)
    const plan = planOf(server.url, 3)
    const both = await Promise.all([runAndListen(run, plan), runAndListen(run, plan)])
    expect(both.map(({ records }) => records.length)).toEqual([3, 3])
    expect(ports).toHaveLength(3)
  })

  it('leaves no process once it is closed', async () => {
    const server = await serveScript((_request, response) => streamPieces(response, [sse.whole]))
    const { ports, run } = watchedRunner()
    await runAndListen(run, planOf(server.url, 3))
    const ended = new Promise((resolve) => ports[0]?.onExit(resolve))
    opened.forEach((each) => each.close())
    await ended
  })

  it('can be cancelled', async () => {
    const { records, outcome } = await cancelledLoad(runnerOf(), 2)
    expect(outcome.cancelled).toBe(true)
    expect(records.map(({ error }) => error?.code)).toEqual(['cancelled', 'cancelled'])
  })

  it('holds records back while they are not stored, and delivers all of them before it ends', async () => {
    const requests = 100
    const text = 'x'.repeat(2 ** 20)
    const server = await serveScript((_request, response) =>
      streamPieces(response, [sse.token(text), sse.done]),
    )
    const { heard, hooks } = listen(() => undefined)
    let isStoring = false
    let waiting = 0
    let deliveredBefore = 0
    const runner = runnerOf(() => {
      const port = spawn()
      return {
        ...port,
        post: (message) => {
          if (message.type !== 'kept' || isStoring) port.post(message)
          else waiting++
        },
        onMessage: (listener) =>
          port.onMessage((message) => {
            listener(message)
            const isMeasured = message.type === 'phase' && message.phase === 'draining'
            if (!isMeasured) return
            deliveredBefore = heard.records.length
            isStoring = true
            for (; waiting > 0; waiting--) port.post({ type: 'kept' })
          }),
      }
    })
    const plan = planOf(server.url, requests, { maxConcurrency: 2 })
    const outcome = await runner(plan, hooks, new AbortController().signal)
    expect(outcome.cancelled).toBe(false)
    // 64 MiB may wait, at two bytes a character.
    expect(deliveredBefore).toBeLessThan(requests / 2)
    expect(heard.records.every(({ error }) => error === null)).toBe(true)
    expect(heard.records.map(({ index }) => index).toSorted((a, b) => a - b)).toEqual(
      plan.requestIds.map((_, index) => index),
    )
  })

  it('rejects when the process dies, and keeps what it delivered', async () => {
    const { ports, run } = watchedRunner()
    const server = await serveScript(({ index }, response) =>
      index < 5 ? streamPieces(response, [sse.whole]) : startStream(response),
    )
    const { heard, hooks } = listen(({ records }) => {
      if (records.length === 5) ports[0]?.kill()
    })
    const plan = planOf(server.url, 10, { maxConcurrency: 1 })
    const running = run(plan, hooks, new AbortController().signal)
    await expect(running).rejects.toMatchObject({ code: 'process-ended' })
    expect(heard.records).toHaveLength(5)
  })

  it('rejects when the process cannot start', async () => {
    const runner = runnerOf(() => forkChild(new URL('no-such-file.ts', entry)))
    const { hooks } = listen()
    const running = runner(planOf('http://127.0.0.1:1/', 1), hooks, new AbortController().signal)
    await expect(running).rejects.toMatchObject({ code: 'process-ended' })
  })

  it('rejects with the reason when the plan cannot be run', async () => {
    const { hooks } = listen()
    const running = runnerOf()(planOf('no url', 1), hooks, new AbortController().signal)
    await expect(running).rejects.toMatchObject({ code: 'internal', message: 'Invalid URL' })
  })

  it('ends when its parent is gone', async () => {
    const parent = fork(new URL('orphan.test-support.ts', import.meta.url), [entry.href])
    const pid = await firstMessage(parent)
    parent.kill('SIGKILL')
    await expect.poll(() => isAlive(pid), { timeout: 20_000 }).toBe(false)
  })
})

function firstMessage(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => child.once('message', (message) => resolve(Number(message))))
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
