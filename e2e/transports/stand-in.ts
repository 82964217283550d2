// The built desktop program on Node, its windows shown by the test's browser; see ../electron-stand-in.
import { fork, type ChildProcess } from 'node:child_process'
import { on } from 'node:events'
import { readFile } from 'node:fs/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { z } from 'zod'
import { exitOf } from '../../scripts/tool.ts'
import { startPreload } from '../electron-stand-in/page-shim.ts'
import {
  toTestSchema,
  type FromTest,
  type ShownWindow,
  type ToTest,
} from '../electron-stand-in/test-link.ts'
import type { Desktop, StartedApp, StartOptions } from './transport.ts'

const messageSchema = z.tuple([toTestSchema]).rest(z.unknown())

/** What a story that fails leaves running would be there for the next one. */
const stopButton = 1

const standIn = new URL('../electron-stand-in/register.ts', import.meta.url).href

export function startStandIn({ folder, browser }: StartOptions): StartedApp {
  const program = fork('out/main/index.js', [`--user-data-dir=${folder}`], {
    execArgv: ['--import', standIn],
    env: { ...process.env, KNEEPOINT_DATA: folder, XDG_DATA_HOME: folder },
  })
  const windows = listen(program, 'window')
  const questions = listen(program, 'question')
  const ended = exitOf(program)
  const quit = () => tell(program, { type: 'quit' })
  const press: Desktop['press'] = ({ buttons }, word) => {
    const button = buttons.indexOf(word)
    if (button < 0) throw new Error(`there is no ${word} among ${buttons.join(', ')}`)
    tell(program, { type: 'pressed', button })
  }
  let opened = 0
  return {
    browser,
    desktop: { quit, press, ended, nextQuestion: () => next(questions) },
    async openWindow() {
      if (opened++ > 0) tell(program, { type: 'second-instance' })
      return show(await next(windows), program, browser)
    },
    close() {
      const stop = () => tell(program, { type: 'pressed', button: stopButton })
      program.on('message', stop)
      // A story that failed may have left a question open.
      stop()
      quit()
      return ended
    },
  }
}

type Reported<Type extends ToTest['type']> = Extract<ToTest, { type: Type }>

/** Listens from now on, so that nothing is missed; ends with the program. */
function listen<Type extends ToTest['type']>(
  program: ChildProcess,
  type: Type,
): AsyncIterator<Reported<Type>, unknown> {
  const messages = on(program, 'message', { close: ['exit'] })
  return (async function* () {
    for await (const reported of messages) {
      const [message] = messageSchema.parse(reported)
      if (message.type === type) yield message as Reported<Type>
    }
  })()
}

async function next<Message>(messages: AsyncIterator<Message, unknown>): Promise<Message> {
  const reported = await messages.next()
  if (reported.done === true) throw new Error('the program ended without a word')
  return reported.value
}

async function show(
  { id, url, preload }: ShownWindow,
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
