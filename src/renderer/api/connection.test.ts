import { AppError } from '#core/model/app-error.ts'
import { describe, expect, test, vi } from 'vitest'
import type { Transport, Wire } from './transport.ts'
import type { AppLink } from './client.ts'
import { keepConnected } from './connection.ts'

/** Echoes the input of every call, on wires that the test breaks. */
function breakableTransport() {
  const opening: { refused: boolean; breakWire: () => void } = {
    refused: false,
    breakWire: () => undefined,
  }
  const link: AppLink = { call: (_path, input) => Promise.resolve(input) }
  const transport: Transport = {
    open() {
      if (opening.refused) return Promise.reject(new Error('refused'))
      const closed = new Promise<void>((resolve) => (opening.breakWire = resolve))
      return Promise.resolve<Wire>({ link, closed })
    },
  }
  return { transport, opening }
}

function call(link: AppLink, input: unknown): Promise<unknown> {
  return link.call(['runs', 'list'], input, { context: {} })
}

/** Far longer than the longest pause between two attempts. */
const patience = { timeout: 20_000 }

describe('keepConnected', () => {
  test('a call made before the wire is open waits for it', async () => {
    const { link, status } = keepConnected(breakableTransport().transport)
    expect(status.value).toBe('connecting')
    await expect(call(link, { text: 'a' })).resolves.toEqual({ text: 'a' })
    expect(status.value).toBe('open')
  })

  test('a broken connection is reported, refuses calls at once, and is opened again', async () => {
    const { transport, opening } = breakableTransport()
    const { link, status } = keepConnected(transport)
    await call(link, {})
    opening.refused = true
    opening.breakWire()
    await vi.waitUntil(() => status.value === 'lost', patience)
    await expect(call(link, {})).rejects.toBeInstanceOf(AppError)
    opening.refused = false
    await vi.waitUntil(() => status.value === 'open', patience)
    await expect(call(link, 1)).resolves.toBe(1)
  })

  test('an application that never answered is unreachable, not lost', async () => {
    const { transport, opening } = breakableTransport()
    opening.refused = true
    const { status } = keepConnected(transport)
    await vi.waitUntil(() => status.value === 'unreachable', patience)
  })

  test('what is sent is a plain copy, so that reactive proxies can cross the border', async () => {
    const { link } = keepConnected(breakableTransport().transport)
    const input = { config: { seed: 1 } }
    const received = await call(link, new Proxy(input, {}))
    expect(received).toEqual(input)
    expect(() => structuredClone(received)).not.toThrow()
  })
})
