// DevTools of a packaged program, which Playwright cannot start itself: its fuses forbid that.
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'

/**
 * Reads the address from standard error. Resolves when the window is loaded: Playwright waits for ever if it opens while
 * Playwright connects.
 */
export async function devToolsOf(standardError: Readable): Promise<string> {
  const lines: string[] = []
  for await (const line of createInterface({ input: standardError })) {
    lines.push(line)
    const devTools = /^DevTools listening on (ws:\S+)/.exec(line)?.[1]
    if (devTools !== undefined) {
      standardError.resume()
      await windowAt(devTools)
      return devTools
    }
  }
  throw new Error(`the program ended: ${lines.join('\n')}`)
}

async function windowAt(devTools: string): Promise<void> {
  const list = new URL('/json/list', devTools.replace(/^ws/, 'http'))
  for (;;) {
    const targets = (await (await fetch(list)).json()) as readonly { title: string }[]
    if (targets.some(({ title }) => title === 'Kneepoint')) return
    await setTimeout(100)
  }
}
