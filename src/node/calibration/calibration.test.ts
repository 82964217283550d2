import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { Calibration, CalibrationPoint } from '#core/model/run/calibration.ts'
import { processEntry } from '#node/files/own-programs.test-support.ts'
import { forkChild } from '#node/load/workers/fork-port.ts'
import type { LoadRunner } from '#node/load/load-runner.ts'
import { runLoad } from '#node/load/run-load.ts'
import { conductCalibration, newCalibration, runCalibration } from './conduct-calibration.ts'
import { crossCheck } from './cross-check.ts'
import { findGroundTruth } from './ground-truth.ts'
import type { TruthPort } from './node-server.ts'

const nativeSources = fileURLToPath(new URL('../../../bench/native', import.meta.url))
const entry = processEntry('truthful-server')
const spawnTruthfulServer = (): TruthPort => forkChild(entry)

function findNodeTruth() {
  return findGroundTruth({ nativeSources, spawnTruthfulServer, wanted: 'node' })
}

/** Two streams of a hundred events a second each. */
const small = { streams: [2], eventRates: [200] }

describe('a calibration', () => {
  test('measures every load against a server that knows the truth', async () => {
    const seen: Calibration[] = []
    const tools = { findTruth: findNodeTruth, runLoad, onChange: (c: Calibration) => seen.push(c) }
    const { signal } = new AbortController()
    const ended = await conductCalibration(newCalibration(small, '1.0'), tools, signal)
    expect(ended).toMatchObject({ status: 'completed', progress: 1, failure: null })
    expect(ended.circumstances.server).toBe('node')
    const [point, ...others] = ended.points
    expect(others).toEqual([])
    expect(point).toMatchObject({ streams: 2, eventsPerS: 200, requests: 8, failed: 0 })
    expect(point?.addedUs.ttft.p50).toBeGreaterThan(0)
    expect(point?.addedUs.ttft.p50).toBeLessThan(1e6)
    expect(point?.addedUs.e2el.max).toBeGreaterThanOrEqual(point?.addedUs.e2el.p50 ?? Infinity)
    expect(seen.at(-1)).toBe(ended)
  }, 60_000)

  test('keeps what it measured when it is cancelled, and no half of a point', async () => {
    const stopping = new AbortController()
    const tools = {
      findTruth: findNodeTruth,
      runLoad,
      onChange: ({ circumstances }: Calibration) => {
        if (circumstances.server !== null) setTimeout(() => stopping.abort(), 500)
      },
    }
    const begun = newCalibration(small, '1.0')
    const ended = await conductCalibration(begun, tools, stopping.signal)
    expect(ended).toMatchObject({ status: 'cancelled', points: [], failure: null })
  })

  test('says why it failed', async () => {
    const tools = {
      findTruth: findNodeTruth,
      runLoad: () => Promise.reject(new Error('no sockets')),
      onChange: () => undefined,
    }
    const { signal } = new AbortController()
    const ended = await conductCalibration(newCalibration(small, '1.0'), tools, signal)
    expect(ended).toMatchObject({ status: 'failed', failure: { message: 'no sockets' } })
  })
})

describe('a cross-check of the transports', () => {
  const place = { streams: 2, eventsPerS: 200 }

  test('sends the same load over both, in turns', { tags: 'nightly' }, async () => {
    const truth = await findNodeTruth()
    const sent: (string | undefined)[] = []
    const noting: LoadRunner = (plan, hooks, signal) => {
      sent.push(plan.transport)
      return runLoad(plan, hooks, signal)
    }
    const tools = { startServer: truth.start, runLoad: noting }
    const { signal } = new AbortController()
    const checked = await crossCheck(place, tools, {
      signal,
      rounds: 2,
      onRound: () => undefined,
    })
    expect(sent).toEqual(['native', 'undici', 'undici', 'native'])
    expect(checked).toMatchObject({ ...place, requests: 8, rounds: 2 })
    expect(checked?.gaps.map(({ latency, statistic }) => `${statistic} ${latency}`)).toEqual([
      ...['mean ttft', 'p99 ttft', 'mean itl', 'p99 itl', 'mean e2el', 'p99 e2el'],
    ])
    for (const { native, other, reach } of checked?.gaps ?? []) {
      expect(native).toBeGreaterThan(0)
      expect(other).toBeGreaterThan(0)
      expect(reach).toBeGreaterThan(0)
    }
  })

  test('ends with nothing when it is cancelled', { tags: 'nightly' }, async () => {
    const truth = await findNodeTruth()
    const stopping = new AbortController()
    const tools = { startServer: truth.start, runLoad }
    const onRound = () => stopping.abort()
    const { signal } = stopping
    expect(await crossCheck(place, tools, { signal, rounds: 3, onRound })).toBeNull()
  })

  test('says which transport failed, and why', async () => {
    const truth = await findNodeTruth()
    const impatient: LoadRunner = (plan, hooks, signal) =>
      runLoad({ ...plan, requestTimeoutS: 0.001 }, hooks, signal)
    const tools = { startServer: truth.start, runLoad: impatient }
    const { signal } = new AbortController()
    const checking = crossCheck(place, tools, { signal, onRound: () => undefined })
    // What the limit meets first, the connection or the response, depends on the machine.
    await expect(checking).rejects.toMatchObject({
      message: expect.stringMatching(/^\d requests? over transport native failed: ./) as unknown,
      remedy: 'Choose fewer streams or events per second.',
    })
  })
})

describe('the truthful server in JavaScript', () => {
  test.each([
    { what: 'as timed', timing: { ttftMs: 20, itlMs: 5 }, tokens: 12, leastMs: 75 },
    {
      what: 'some events at a time',
      timing: { ttftMs: 0, itlMs: 5, eventsPerWrite: 4 },
      tokens: 12,
      leastMs: 10,
    },
    { what: 'as fast as it can', timing: { ttftMs: 0, itlMs: 0 }, tokens: 20_000, leastMs: 0 },
  ])('streams $what, and reports when it wrote each', async ({ timing, tokens, leastMs }) => {
    const truth = await findNodeTruth()
    const server = await truth.start(timing)
    const asked = { model: 'mock', prompt: 'a', max_tokens: tokens, stream: true }
    const response = await fetch(`http://127.0.0.1:${server.port}/v1/completions`, {
      method: 'POST',
      headers: { 'x-request-id': 'one' },
      body: JSON.stringify({ ...asked, stream_options: { include_usage: true } }),
    })
    const events = (await response.text()).split('\n\n').filter((event) => event !== '')
    const [one, ...others] = await server.stop()
    expect(others).toEqual([])
    expect(events).toHaveLength(tokens + 2)
    expect(events.at(-1)).toBe('data: [DONE]')
    expect(events.at(-2)).toContain(`"completion_tokens":${tokens}`)
    expect(one).toMatchObject({ id: 'one' })
    expect(one?.gaps).toHaveLength(tokens - 1)
    const whole = one?.gaps.reduce((sum, gap) => sum + gap, one.first - one.received) ?? 0
    expect(whole).toBeGreaterThanOrEqual(leastMs * 1e6)
    const lulls = one?.gaps.filter((gap) => gap > 0).length ?? 0
    expect(lulls).toBeLessThanOrEqual(tokens / (timing.eventsPerWrite ?? 1))
  })

  test('answers one request after the other on a connection, and says what it serves', async () => {
    const truth = await findNodeTruth()
    const server = await truth.start({ ttftMs: 1, itlMs: 1 })
    const url = `http://127.0.0.1:${server.port}/v1`
    for (const id of ['first', 'second']) {
      const body = JSON.stringify({ prompt: 'a', max_tokens: 2 })
      const options = { method: 'POST', headers: { 'x-request-id': id }, body }
      await (await fetch(`${url}/completions`, options)).text()
    }
    const models: unknown = await (await fetch(`${url}/models`)).json()
    expect(models).toMatchObject({ data: [{ id: 'mock' }] })
    expect((await server.stop()).map(({ id }) => id)).toEqual(['first', 'second'])
  })
})

test('what seems too much is measured twice, and ends the climb', { tags: 'nightly' }, async () => {
  const truth = await findNodeTruth()
  const seen: CalibrationPoint[] = []
  let loads = 0
  const impatient: LoadRunner = (plan, hooks, signal) => {
    loads++
    return runLoad({ ...plan, requestTimeoutS: 0.001 }, hooks, signal)
  }
  const { signal } = new AbortController()
  const tools = { startServer: truth.start, runLoad: impatient }
  const onPoint = (point: CalibrationPoint) => void seen.push(point)
  const plan = { streams: [2], eventRates: [200, 400] }
  expect(await runCalibration(plan, tools, { onPoint }, signal)).toBe('completed')
  expect(seen).toMatchObject([{ eventsPerS: 200, overloaded: 'client', failed: 8 }])
  expect(loads).toBe(2)
})
