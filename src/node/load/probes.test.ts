import { describe, expect, it } from 'vitest'
import { listen, planOf, runAndListen } from './plan.test-support.ts'
import { runLoad } from './run-load.ts'
import { serveScript, startStream, type Script } from './scripted-server.test-support.ts'
import { sse } from './sse.test-support.ts'

const probe = Buffer.from('{"probe":true}')
const isProbe = (body: string) => body.includes('probe')
const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Completes each request of the load after this time, probes as given. */
function busy(loadMs: number, answerProbe: Script): Script {
  return async (request, response) => {
    if (isProbe(request.body)) return answerProbe(request, response)
    await after(loadMs)
    startStream(response)
    response.end(sse.whole)
  }
}

const atOnce: Script = (_request, response) => {
  startStream(response)
  response.end(sse.whole)
}

describe('probes', () => {
  it('pass the limit that holds the load back, and are no part of it', async () => {
    const server = await serveScript(busy(100, atOnce))
    const probes = { body: probe, perSecond: 50 }
    const plan = planOf(server.url, 4, { maxConcurrency: 1, probes })
    const { outcome, records } = await runAndListen(runLoad, plan)
    expect(records).toHaveLength(4)
    const sent = server.requests.filter(({ body }) => isProbe(body))
    expect(sent.length).toBeGreaterThan(10)
    expect(sent.every(({ headers }) => headers['x-request-id'] === undefined)).toBe(true)
    expect(outcome.probes?.failed).toBe(0)
    expect(outcome.probes?.latenciesUs).toHaveLength(sent.length)
  })

  it('leave on schedule, however long each of them takes', async () => {
    const slow: Script = async (_request, response) => {
      startStream(response)
      await after(150)
      response.end(sse.whole)
    }
    const server = await serveScript(busy(300, slow))
    const plan = planOf(server.url, 1, { probes: { body: probe, perSecond: 20 } })
    const { outcome } = await runAndListen(runLoad, plan)
    expect(outcome.probes?.latenciesUs.length).toBeGreaterThan(3)
    expect(Math.min(...(outcome.probes?.latenciesUs ?? []))).toBeGreaterThan(140_000)
  })

  it('do not stretch the run, whose end they outlive', async () => {
    const slow: Script = async (request, response) => {
      await after(400)
      return atOnce(request, response)
    }
    const server = await serveScript(busy(50, slow))
    const plan = planOf(server.url, 1, { probes: { body: probe, perSecond: 1 } })
    const { outcome } = await runAndListen(runLoad, plan)
    expect(outcome.durationUs).toBeLessThan(400_000)
    expect(outcome.probes?.latenciesUs).toHaveLength(1)
  })

  it('that are refused are counted, and harm nothing', async () => {
    const server = await serveScript(
      busy(100, (_request, response) => void response.writeHead(429).end()),
    )
    const plan = planOf(server.url, 2, { probes: { body: probe, perSecond: 30 } })
    const { outcome, records } = await runAndListen(runLoad, plan)
    expect(records.map(({ error }) => error)).toEqual([null, null])
    expect(outcome.probes?.latenciesUs).toEqual([])
    expect(outcome.probes?.failed).toBeGreaterThan(1)
  })

  it('end with a run that cannot go on', async () => {
    const server = await serveScript(busy(20, atOnce))
    const plan = planOf(server.url, 50, {
      maxConcurrency: 1,
      probes: { body: probe, perSecond: 50 },
    })
    const { hooks } = listen(() => {
      throw new Error('disk full')
    })
    await expect(runLoad(plan, hooks, new AbortController().signal)).rejects.toThrow('disk full')
    await after(50)
    const seen = server.requests.length
    await after(200)
    expect(server.requests).toHaveLength(seen)
  })

  it('are cut with the run, and then are no failures', async () => {
    const server = await serveScript(() => undefined)
    const stopping = new AbortController()
    const plan = planOf(server.url, 2, { probes: { body: probe, perSecond: 10 } })
    setTimeout(() => stopping.abort(), 200)
    const outcome = await runLoad(plan, listen().hooks, stopping.signal)
    expect(outcome).toMatchObject({ cancelled: true, probes: { latenciesUs: [], failed: 0 } })
  })
})
