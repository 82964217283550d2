// What the server sees of a warm-up, and what the run reports of it: nothing.
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { LoadPlan } from '#contract/load-protocol.ts'
import { writtenBodies } from '#core/protocol/requests/planned-bodies.ts'
import { processEntry } from '#node/files/own-programs.test-support.ts'
import type { LoadRunner } from './load-runner.ts'
import { planOf, runAndListen } from './plan.test-support.ts'
import { runLoad } from './run-load.ts'
import { serveScript, streamPieces } from './scripted-server.test-support.ts'
import { sse } from './sse.test-support.ts'
import { createThreadedLoadRunner } from './workers/run-threaded-load.ts'

const threaded = createThreadedLoadRunner(processEntry('load-thread'), 2)
const runners: readonly (readonly [string, LoadRunner])[] = [
  ['one thread', runLoad],
  ['two threads', threaded],
]

const bytes = Buffer.from(sse.whole)

type Seen = Readonly<{ body: string; atMs: number; inFlight: number }>

/** A server that answers after a while and notes what it was asked, when, and how much else was under way. */
async function noteTaking(answersAfterMs: number, fourthTakesMs = 0) {
  const seen: Seen[] = []
  let inFlight = 0
  const server = await serveScript(async ({ body }, response) => {
    seen.push({ body, atMs: Date.now(), inFlight: ++inFlight })
    // So that they do not end together.
    const place = seen.length % 4
    await delay(answersAfterMs + (place === 0 ? fourthTakesMs : 17 * place))
    inFlight--
    await streamPieces(response, [bytes])
  })
  const isWarmUp = ({ body }: Seen) => body.startsWith('warm')
  return {
    url: server.url,
    seen,
    warmUps: () => seen.filter(isWarmUp),
    counted: () => seen.filter((each) => !isWarmUp(each)),
  }
}

const bodies = writtenBodies(Array.from({ length: 4 }, (_, i) => Buffer.from(`warm ${i}`)))

function evenly(count: number, everyS: number): Float64Array {
  return Float64Array.from({ length: count }, (_, i) => i * everyS)
}

describe.each(runners)('a warm-up from %s', (_, run) => {
  it('sends on its schedule until the run begins, whose own schedule stays', async () => {
    const server = await noteTaking(5)
    const offsetsS = evenly(10, 0.05).map((offsetS) => offsetS - 0.5)
    const plan = planOf(server.url, 10, {
      offsetsS: evenly(10, 0.05),
      warmUp: { lengthS: 0.5, bodies, offsetsS },
    })
    const { records, outcome, phases } = await runAndListen(run, plan)
    expect(
      server
        .warmUps()
        .map(({ body }) => body)
        .toSorted(),
    ).toEqual(
      offsetsS.reduce<string[]>((all, _offset, i) => [...all, `warm ${i % 4}`], []).toSorted(),
    )
    expect(records.map(({ index, error }) => [index, error])).toEqual(
      records.map((_record, index) => [index, null]),
    )
    expect(records).toHaveLength(10)
    expect(records.map(({ scheduledAtUs }) => scheduledAtUs)).toEqual(
      [...evenly(10, 0.05)].map((offsetS) => Math.round(offsetS * 1e6)),
    )
    expect(Math.min(...records.map(({ sentAtUs }) => sentAtUs))).toBeGreaterThanOrEqual(0)
    const firstCounted = Math.min(...server.counted().map(({ atMs }) => atMs))
    expect(firstCounted).toBeGreaterThanOrEqual(Math.floor(outcome.startedAtEpochMs) - 1)
    expect(outcome.durationUs).toBeGreaterThanOrEqual(450_000)
    expect(outcome.durationUs).toBeLessThan(950_000)
    expect(phases.slice(-3)).toEqual(['warming-up', 'running', 'draining'])
  })

  it('fills the places there are and hands them over one by one, never above the limit', async () => {
    const server = await noteTaking(60, 250)
    const plan = planOf(server.url, 12, {
      maxConcurrency: 4,
      warmUp: { lengthS: 0.4, bodies, offsetsS: null },
    })
    const { records, outcome } = await runAndListen(run, plan)
    expect(server.warmUps().length).toBeGreaterThan(6)
    expect(Math.max(...server.seen.map(({ inFlight }) => inFlight))).toBe(4)
    expect(records).toHaveLength(12)
    // The run did not wait for the end of the warm-up: the first counted request found others in flight.
    const [first] = server.counted()
    expect(first?.inFlight).toBeGreaterThan(1)
    expect(outcome.durationUs).toBeGreaterThanOrEqual(3 * 55_000)
  })
})

describe('a warm-up', () => {
  const slow = (url: string): Partial<LoadPlan> => ({
    url,
    maxConcurrency: 2,
    warmUp: { lengthS: 30, bodies, offsetsS: null },
  })

  it('that is given up leaves a run without a record', async () => {
    const server = await noteTaking(20)
    const giving = new AbortController()
    const listening = runAndListen(runLoad, planOf(server.url, 4, slow(server.url)), giving.signal)
    await expect.poll(() => server.warmUps().length).toBeGreaterThan(2)
    giving.abort()
    const { records, outcome } = await listening
    expect(records).toEqual([])
    expect(outcome).toMatchObject({ cancelled: true, durationUs: 0 })
    expect(server.counted()).toEqual([])
  })

  it('whose answers outlast the run does not keep it from ending', async () => {
    const seen: string[] = []
    const server = await serveScript(async ({ body }, response) => {
      seen.push(body)
      if (body.startsWith('warm')) await delay(20_000)
      await streamPieces(response, [bytes])
    })
    const offsetsS = Float64Array.of(-0.1)
    const warmUp = { lengthS: 0.2, bodies, offsetsS }
    const { records, outcome } = await runAndListen(runLoad, planOf(server.url, 3, { warmUp }))
    expect(seen).toHaveLength(4)
    expect(records).toHaveLength(3)
    expect(outcome.durationUs).toBeLessThan(5_000_000)
  })
})
