import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { laterRefusalOf } from '#core/model/refusal.test-support.ts'
import { startSimulator } from './start-simulator.ts'
import { quietHooks, testSpec } from './simulator.test-support.ts'

describe('starting', () => {
  it('answers 503 until loaded, telling log lines and phases meanwhile', async () => {
    let starting: Promise<unknown> = Promise.resolve()
    const phases: string[] = []
    const stopping = new AbortController()
    const port = await freePort()
    const firstLine = new Promise<string>((resolve) => {
      const hooks = { onLog: resolve, onPhase: (phase: string) => phases.push(phase) }
      const options = { signal: stopping.signal }
      starting = startSimulator({ ...testSpec, port, startupS: 600 }, hooks, options)
    })
    expect(await firstLine).toContain('vLLM server version 0.0.0-sim')
    expect(phases[0]).toBe('Starting')
    expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(503)
    stopping.abort()
    await expect(starting).rejects.toThrow('abort')
    await expect(fetch(`http://127.0.0.1:${port}/health`)).rejects.toThrow()
  })

  it('ends with the phase "Ready"', async () => {
    const phases: [string, number][] = []
    const onPhase = (phase: string, progress: number) => phases.push([phase, progress])
    await (await startSimulator(testSpec, { ...quietHooks, onPhase })).stop()
    expect(phases.at(-1)).toEqual(['Ready', 1])
  })

  it('refuses a port that is taken, with a remedy', async () => {
    const holder = createServer().listen(0, '127.0.0.1')
    await once(holder, 'listening')
    const port = portOf(holder.address())
    const refusal = await laterRefusalOf(startSimulator({ ...testSpec, port }, quietHooks))
    holder.close()
    expect(refusal.message).toBe(`Port ${port} of 127.0.0.1 is in use.`)
    expect(refusal.field).toBe('port')
    expect(refusal.remedy).toContain('another port')
  })

  it('refuses a preset it does not have, naming those it has', async () => {
    const refusal = await laterRefusalOf(startSimulator({ ...testSpec, preset: 'tpu' }, quietHooks))
    expect(refusal.field).toBe('preset')
    expect(refusal.remedy).toContain('h100-llama-8b')
  })
})

describe('an API key', () => {
  it('is asked for under /v1 and nowhere else', async () => {
    const locked = await startSimulator(testSpec, quietHooks, { apiKey: 'secret' })
    const url = `http://127.0.0.1:${locked.port}`
    async function status(path: string, key?: string): Promise<number> {
      const headers: Record<string, string> =
        key === undefined ? {} : { authorization: `Bearer ${key}` }
      return (await fetch(`${url}${path}`, { headers })).status
    }
    expect(await status('/v1/models')).toBe(401)
    expect(await status('/v1/models', 'wrong')).toBe(401)
    expect(await status('/v1/models', 'secret')).toBe(200)
    expect(await status('/health')).toBe(200)
    await locked.stop()
  })
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const port = portOf(server.address())
  server.close()
  await once(server, 'close')
  return port
}

function portOf(address: string | AddressInfo | null): number {
  if (typeof address === 'object' && address !== null) return address.port
  throw new Error('the server does not listen on a port')
}
