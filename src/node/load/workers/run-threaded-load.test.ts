import { describe, expect, it } from 'vitest'
import { processEntry } from '#node/files/own-programs.test-support.ts'
import { cancelledLoad, planOf, runAndListen } from '../plan.test-support.ts'
import { serveCounting, serveScript, streamPieces } from '../scripted-server.test-support.ts'
import { sse } from '../sse.test-support.ts'
import { createThreadedLoadRunner } from './run-threaded-load.ts'

const entry = processEntry('load-thread')

describe.each([1, 3])('load from %i threads', (threads) => {
  const run = createThreadedLoadRunner(entry, threads)

  it('is the same as from one', async () => {
    const server = await serveScript((_request, response) => streamPieces(response, [sse.whole]))
    const plan = planOf(server.url, 50, { warmups: [Buffer.from('warm')] })
    const { records, phases, progress, outcome } = await runAndListen(run, plan)
    expect(server.requests.map(({ body }) => body).toSorted()).toEqual(
      [...plan.bodies.texts.map(String), 'warm'].toSorted(),
    )
    expect(records.map(({ index }) => index)).toEqual(plan.requestIds.map((_, i) => i))
    expect(records.map(({ requestId }) => requestId)).toEqual(plan.requestIds)
    for (const record of records) expect(record).toMatchObject({ outputTokens: 3, error: null })
    expect(phases).toEqual(['connecting', 'warming-up', 'running', 'draining'])
    expect(progress.at(-1)).toMatchObject({ sent: 50, completed: 50, queued: 0, inFlight: 0 })
    expect(outcome.client.threadCpuShares).toHaveLength(threads)
    expect(outcome.durationUs).toBeGreaterThanOrEqual(Math.max(...records.map((r) => r.endedAtUs)))
  })

  it('keeps to the limit, and sends in order into the room there is', async () => {
    const { server, most } = await serveCounting(5, sse.whole)
    const { records } = await runAndListen(run, planOf(server.url, 60, { maxConcurrency: 4 }))
    expect(records).toHaveLength(60)
    expect(most()).toBe(4)
    const bySending = records.toSorted((a, b) => a.sentAtUs - b.sentAtUs)
    // A thread that has to wait for the processor sends the one it has taken later than that.
    const late = bySending.filter(({ index }, place) => Math.abs(index - place) > 4)
    expect(late.length).toBeLessThanOrEqual(threads)
  })

  it('ends where the limit is below the number of threads', async () => {
    const server = await serveScript((_request, response) => streamPieces(response, [sse.whole]))
    const { records } = await runAndListen(run, planOf(server.url, 5, { maxConcurrency: 1 }))
    expect(records).toHaveLength(5)
  })

  it('sends on schedule by one clock', async () => {
    const server = await serveScript((_request, response) => streamPieces(response, [sse.whole]))
    const offsetsS = Float64Array.from({ length: 30 }, (_, i) => i / 100)
    const { records } = await runAndListen(run, planOf(server.url, 30, { offsetsS }))
    for (const { index, scheduledAtUs, sentAtUs } of records) {
      expect(scheduledAtUs).toBe(index * 10_000)
      expect(sentAtUs).toBeGreaterThanOrEqual(scheduledAtUs)
    }
  })

  it('can be cancelled', async () => {
    const { records, outcome } = await cancelledLoad(run, 3)
    expect(outcome.cancelled).toBe(true)
    expect(new Set(records.map(({ error }) => error?.code))).toEqual(new Set(['cancelled']))
  })

  it('says what is wrong with a plan', async () => {
    const plan = planOf('http://127.0.0.1:1/', 2, { headers: { 'no name': 'x' } })
    await expect(runAndListen(run, plan)).rejects.toMatchObject({ field: 'header' })
  })
})

it('is over with an error when a thread dies', async () => {
  const dying = new URL('data:text/javascript,process.exit(3)')
  const run = createThreadedLoadRunner(dying, 2)
  await expect(runAndListen(run, planOf('http://127.0.0.1:1/', 2))).rejects.toMatchObject({
    code: 'process-ended',
  })
})
