// Runs that end when their time is up, not when a number of requests has been sent.
import { describe, expect, it } from 'vitest'
import { runLoad } from './run-load.ts'
import { planOf, runAndListen } from './plan.test-support.ts'
import { serveScript, streamPieces } from './scripted-server.test-support.ts'
import { sse } from './sse.test-support.ts'

const bytes = Buffer.from(sse.whole)

describe('by the clock', () => {
  it('fills the room there is until time is up, then awaits what is under way', async () => {
    const seen: string[] = []
    const server = await serveScript(({ body }, response) => {
      seen.push(body)
      return streamPieces(response, [bytes])
    })
    const offsetsS = new Float64Array()
    const plan = planOf(server.url, 3, { offsetsS, maxConcurrency: 2, sendUntilS: 0.4 })
    const { records, outcome, progress, phases } = await runAndListen(runLoad, plan)
    expect(records.length).toBeGreaterThan(3)
    expect(records.map(({ index }) => index)).toEqual(records.map((_, index) => index))
    for (const { sentAtUs, error } of records) {
      expect(error).toBeNull()
      expect(sentAtUs).toBeLessThan(500_000)
    }
    expect(outcome.durationUs).toBeGreaterThanOrEqual(Math.max(...records.map((r) => r.endedAtUs)))
    expect(progress.at(-1)).toMatchObject({ completed: records.length, inFlight: 0, queued: 0 })
    expect(phases.at(-1)).toBe('draining')
    expect(seen.slice(0, 6).toSorted()).toEqual(
      [0, 0, 1, 1, 2, 2].map((body) => `{"request":${body}}`),
    )
  })

  it('sends bodies again under ids of their own', async () => {
    const ids: unknown[] = []
    const server = await serveScript(({ headers }, response) => {
      ids.push(headers['x-request-id'])
      return streamPieces(response, [bytes])
    })
    const offsetsS = Float64Array.of(0, 0.01, 0.02, 0.03, 0.04)
    const { records } = await runAndListen(
      runLoad,
      planOf(server.url, 2, { offsetsS, sendUntilS: 60 }),
    )
    const expected = ['r-0', 'r-1', 'r-0-1', 'r-1-1', 'r-0-2']
    expect(records.map(({ requestId }) => requestId)).toEqual(expected)
    expect(ids.toSorted()).toEqual(expected.toSorted())
  })

  it('leaves behind what still waits for room when time is up', async () => {
    const server = await serveScript(async (_request, response) => {
      await new Promise((resolve) => setTimeout(resolve, 100))
      await streamPieces(response, [bytes])
    })
    const plan = planOf(server.url, 500, { maxConcurrency: 1, sendUntilS: 0.25 })
    const { records, outcome } = await runAndListen(runLoad, plan)
    expect(records.length).toBeGreaterThan(0)
    expect(records.length).toBeLessThan(5)
    expect(outcome.cancelled).toBe(false)
  })
})
