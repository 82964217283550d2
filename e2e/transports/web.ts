// `kneepoint web` as a user starts it, in a real browser at the address it prints.
import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { exitOf } from '../../scripts/tool.ts'
import type { StartedApp, StartOptions } from './transport.ts'

export async function startWeb({ folder, browser }: StartOptions): Promise<StartedApp> {
  const server = spawn(process.execPath, ['out/cli/main.cjs', 'web', '--no-open'], {
    env: { ...process.env, HOME: folder, KNEEPOINT_DATA: folder, XDG_DATA_HOME: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = exitOf(server)
  const address = await printedAddress(server)
  return {
    browser,
    async openWindow() {
      const page = await browser.newPage()
      await page.goto(address)
      return page
    },
    close() {
      server.kill('SIGINT')
      return ended
    },
  }
}

async function printedAddress({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error('its output is not piped')
  for await (const line of createInterface({ input: stdout })) {
    const address = /http:\/\/\S+/.exec(line)
    if (address !== null) {
      stdout.resume()
      return address[0]
    }
  }
  throw new Error('kneepoint web ended without printing an address')
}
