import { describe, expect, test } from 'vitest'
import { together } from '../../bench/rig/load.ts'
import { buildNativeRig } from '../../bench/rig/native.ts'
import { runOurClient } from '../../bench/rig/our-client.ts'

const rig = await buildNativeRig()

describe.skipIf(rig === null)('the native rig', () => {
  const streams = 5
  const tokens = 12
  const load = together(streams, tokens)

  test('logs when each event was written, never before it was due', async () => {
    const server = await rig?.startServer({ ttftMs: 20, itlMs: 5 })
    const client = await rig?.runLimitClient?.(server?.port ?? 0, load, { latencies: true })
    const truths = (await server?.stop()) ?? []
    expect(truths.map(({ id }) => id).sort()).toEqual([0, 1, 2, 3, 4].map((n) => `limit-${n}`))
    for (const { received, first, gaps } of truths) {
      expect(gaps).toHaveLength(tokens - 1)
      expect(first - received).toBeGreaterThanOrEqual(20e6)
      const last = gaps.reduce((sum, gap) => sum + gap, first)
      expect(last - received).toBeGreaterThanOrEqual((20 + (tokens - 1) * 5) * 1e6)
    }
    expect(client).toMatchObject({ requests: streams, events: streams * tokens })
    expect(client?.ttft?.mean).toBeGreaterThanOrEqual(20)
  })

  test('answers our client, whose events are those written', async () => {
    const server = await rig?.startServer({ ttftMs: 0, itlMs: 0, eventsPerWrite: 4 })
    const figures = await runOurClient(server?.port ?? 0, load)
    const truths = (await server?.stop()) ?? []
    expect(figures).toMatchObject({ requests: streams, events: streams * tokens })
    expect(truths.map(({ gaps }) => gaps.filter((gap) => gap > 0).length)).toEqual(
      truths.map(() => tokens / 4 - 1),
    )
  })

  test('keeps a Poisson schedule', async () => {
    const server = await rig?.startServer({ ttftMs: 0, itlMs: 0 })
    const spread = { requests: 100, tokens: 1, connections: 4, ratePerS: 500 }
    const client = await rig?.runLimitClient?.(server?.port ?? 0, spread, { latencies: true })
    await server?.stop()
    expect(client?.requests).toBe(100)
    expect(client?.seconds).toBeGreaterThan(0.1)
    expect(client?.sendLag?.p50).toBeGreaterThanOrEqual(0)
  })
})
