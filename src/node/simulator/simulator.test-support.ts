// A simulator on its own port, and the calls that its tests make.
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import type { SimulatorSpec } from '#core/model/server.ts'
import type { RequestLogEntry } from './api/http-options.ts'
import { startSimulator } from './start-simulator.ts'

export const testSpec: SimulatorSpec = {
  kind: 'simulator',
  preset: 'quick',
  port: null,
  startupS: 0,
  seed: 0,
}
export const quietHooks = { onLog: () => undefined, onPhase: () => undefined }

export type TestSimulator = Awaited<ReturnType<typeof startTestSimulator>>

/** The base URL of a simulator that runs until the test ends. */
export async function simulatedUrl(
  changes: Partial<SimulatorSpec> = {},
  { onRequest, apiKey = null }: Overheard = {},
): Promise<string> {
  const hooks = { ...quietHooks, ...(onRequest && { onRequest }) }
  const simulator = await startSimulator({ ...testSpec, ...changes }, hooks, { apiKey })
  onTestFinished(() => simulator.stop())
  return `http://127.0.0.1:${simulator.port}`
}

type Overheard = Readonly<{ onRequest?: (entry: RequestLogEntry) => void; apiKey?: string | null }>

export async function startTestSimulator(changes: Partial<SimulatorSpec> = {}) {
  const simulator = await startSimulator({ ...testSpec, ...changes }, quietHooks)
  const baseUrl = `http://127.0.0.1:${simulator.port}`

  async function post(path: string, body: unknown, init: RequestInit = {}): Promise<Response> {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const headers = { 'content-type': 'application/json' }
    return await fetch(`${baseUrl}${path}`, { method: 'POST', headers, body: text, ...init })
  }

  async function postJson(path: string, body: unknown): Promise<unknown> {
    return await (await post(path, body)).json()
  }

  /** Data of a stream's events, without the closing [DONE]. */
  async function postForEvents(path: string, body: object): Promise<unknown[]> {
    const text = await (await post(path, { ...body, stream: true })).text()
    const payloads = text.split('\n\n').filter((event) => event !== '')
    expect(payloads.every((event) => event.startsWith('data: '))).toBe(true)
    expect(payloads.at(-1)).toBe('data: [DONE]')
    return payloads.slice(0, -1).map((event): unknown => JSON.parse(event.slice('data: '.length)))
  }

  /** Names and data of the events of a stream. */
  async function postForMessages(path: string, body: object) {
    const response = await post(path, body)
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    const text = await response.text()
    expect(text.endsWith('\n\n')).toBe(true)
    return text
      .trimEnd()
      .split('\n\n')
      .map((message) => {
        const [, name = null] = /^event: (.*)$/m.exec(message) ?? []
        return { name, data: JSON.parse(/^data: ?(.*)$/m.exec(message)?.[1] ?? '') as unknown }
      })
  }

  /** The value of a metric, summed over its samples with the label. */
  async function metric(name: string, label = ''): Promise<number> {
    const text = await (await fetch(`${baseUrl}/metrics`)).text()
    const samples = text
      .split('\n')
      .filter((line) => line.startsWith(`${name}{`) && line.includes(label))
    expect(samples).not.toEqual([])
    return samples.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0)
  }

  return { ...simulator, baseUrl, post, postJson, postForEvents, postForMessages, metric }
}

/** One simulator for all tests of a file or a `describe`, started before the first one. */
export function sharedSimulator(changes: Partial<SimulatorSpec> = {}): () => TestSimulator {
  let simulator: TestSimulator | null = null
  beforeAll(async () => {
    simulator = await startTestSimulator(changes)
  })
  afterAll(() => simulator?.stop())
  return () => {
    if (simulator === null) throw new Error('No simulator outside of tests.')
    return simulator
  }
}
