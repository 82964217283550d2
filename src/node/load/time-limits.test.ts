// A run ends in the time it was given, whatever the server does, and says that it was cut.
import { describe, expect, it } from 'vitest'
import { processEntry } from '#node/files/own-programs.test-support.ts'
import { planOf, runAndListen } from './plan.test-support.ts'
import { runLoad } from './run-load.ts'
import { serveScript, streamPieces } from './scripted-server.test-support.ts'
import { sse } from './sse.test-support.ts'
import { createThreadedLoadRunner } from './workers/run-threaded-load.ts'

const threads = processEntry('load-thread')

describe.each([
  ['one thread', runLoad],
  ['two threads', createThreadedLoadRunner(threads, 2)],
])('a run from %s', (_what, run) => {
  it('is cut at its limit: what was under way failed, what had not left has no record', async () => {
    const server = await serveScript(({ index }, response) =>
      index < 4 ? streamPieces(response, [sse.whole]) : undefined,
    )
    const plan = planOf(server.url, 20, { maxConcurrency: 2, runTimeoutS: 0.5 })
    const { records, outcome } = await runAndListen(run, plan)
    expect(outcome).toMatchObject({ timedOut: true, cancelled: false })
    expect(outcome.durationUs).toBeGreaterThanOrEqual(5e5)
    expect(records.filter(({ error }) => error === null)).toHaveLength(4)
    const cut = records.flatMap(({ error }) => error ?? [])
    expect(cut).toHaveLength(2)
    for (const error of cut) {
      expect(error.code).toBe('timeout')
      expect(error.message).toContain('0.5 s')
    }
  })

  it('is not touched by a limit it keeps', async () => {
    const server = await serveScript((_request, response) => streamPieces(response, [sse.whole]))
    const plan = planOf(server.url, 5, { runTimeoutS: 60, stallTimeoutS: 60 })
    const { records, outcome } = await runAndListen(run, plan)
    expect(outcome).toMatchObject({ timedOut: false, cancelled: false })
    expect(records.map(({ error }) => error)).toEqual([null, null, null, null, null])
  })
})

it('does not wait for its probes beyond its limit', async () => {
  const server = await serveScript(() => undefined)
  const probes = { body: Buffer.from('probe'), perSecond: 20 }
  const plan = planOf(server.url, 1, { runTimeoutS: 0.3, probes })
  const { outcome } = await runAndListen(runLoad, plan)
  expect(outcome).toMatchObject({ timedOut: true, probes: { latenciesUs: [], failed: 0 } })
})

it('distinguishes a slow server from one that has stopped', async () => {
  const server = await serveScript(async (_request, response) => {
    const slowly = [...sse.whole.matchAll(/.*\n\n/g)].map(([event]) => event)
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const event of slowly) {
      await new Promise((resolve) => setTimeout(resolve, 300))
      response.write(event)
    }
    response.end()
  })
  const plan = planOf(server.url, 2, { stallTimeoutS: 1.5 })
  const { records } = await runAndListen(runLoad, plan)
  expect(records.map(({ error }) => error)).toEqual([null, null])
})
