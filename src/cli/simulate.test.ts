import { describe, expect, it } from 'vitest'
import { simulate } from './simulate-command.ts'

const spec = { kind: 'simulator', preset: 'quick', port: null, startupS: 0, seed: 0 } as const

describe('kneepoint simulate', () => {
  it('writes the start-up log and the address, and ends on request', async () => {
    const stopping = new AbortController()
    const lines: string[] = []
    const ready = new Promise<string>((resolve) => {
      const write = (line: string) => {
        lines.push(line)
        if (line.startsWith('Simulated')) resolve(line)
      }
      void simulate(spec, { write, signal: stopping.signal }).then((code) => lines.push(`${code}`))
    })
    const url = /http:\S+/.exec(await ready)?.[0]
    expect((await fetch(`${url}/health`)).status).toBe(200)
    stopping.abort()
    await expect.poll(() => lines.at(-1), { timeout: 20_000 }).toBe('0')
    expect(lines.some((line) => line.endsWith('Application startup complete.'))).toBe(true)
  })

  it('ends cleanly when stopped while it starts', async () => {
    const stopping = new AbortController()
    const io = { write: () => stopping.abort(), signal: stopping.signal }
    expect(await simulate({ ...spec, startupS: 600 }, io)).toBe(0)
  })
})
