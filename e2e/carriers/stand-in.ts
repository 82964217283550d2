// The built desktop program on Node, its windows shown by the test's browser; see ../electron-stand-in.
import { fork, type ChildProcess } from 'node:child_process'
import { on } from 'node:events'
import { readFile } from 'node:fs/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { z } from 'zod'
import { exitOf } from '../../scripts/tool.ts'
import { startPreload } from '../electron-stand-in/page-shim.ts'
import { toTestSchema, type FromTest, type ToTest } from '../electron-stand-in/test-link.ts'
import type { StartedApp, StartOptions } from './carrier.ts'

const messageSchema = z.tuple([toTestSchema]).rest(z.unknown())

const standIn = new URL('../electron-stand-in/register.ts', import.meta.url).href

export function startStandIn({ folder, browser }: StartOptions): StartedApp {
  const program = fork('out/main/index.js', [`--user-data-dir=${folder}`], {
    execArgv: ['--import', standIn],
    env: { ...process.env, KNEEPOINT_DATA: folder, XDG_DATA_HOME: folder },
  })
  // Listening from the start, so that no window is missed; ends with the program.
  const messages = on(program, 'message', { close: ['exit'] })
  const ended = exitOf(program)
  let opened = 0
  return {
    browser,
    async openWindow() {
      if (opened++ > 0) tell(program, { type: 'second-instance' })
      const next: IteratorResult<unknown> = await messages.next()
      if (next.done) throw new Error('the program ended without opening a window')
      const [window] = messageSchema.parse(next.value)
      return show(window, program, browser)
    },
    close() {
      tell(program, { type: 'quit' })
      return ended
    },
  }
}

async function show(
  { id, url, preload }: ToTest,
  program: ChildProcess,
  browser: BrowserContext,
): Promise<Page> {
  const page = await browser.newPage()
  await page.addInitScript({ content: await preloadScript(preload) })
  page.on('close', () => tell(program, { type: 'window-closed', id }))
  await page.goto(url)
  return page
}

/** The built preload script as Electron would run it: a CommonJS module that may require `electron`. */
async function preloadScript(file: string): Promise<string> {
  return `(${startPreload.toString()})((require) => {\n${await readFile(file, 'utf8')}\n})`
}

function tell(program: ChildProcess, message: FromTest): void {
  if (program.connected) program.send(message)
}
