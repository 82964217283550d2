// The desktop around a running program: quits it, and presses the buttons of its message boxes with a real keyboard.
import { spawnSync } from 'node:child_process'
import { expect, type ElectronApplication } from '@playwright/test'
import type { MessageBoxOptions } from 'electron'

export type Question = Readonly<{ message: string; detail: string; buttons: readonly string[] }>

/** Kept in the main process: questions that were asked and not yet read. */
type Noted = typeof globalThis & { questions?: MessageBoxOptions[] }

const windowTitle = 'Kneepoint'

export class Desktop {
  readonly electron: ElectronApplication
  /** Resolves to the exit code. */
  readonly ended: Promise<number>
  readonly #display: string

  constructor(
    electron: ElectronApplication,
    { display, ended }: Readonly<{ display: string; ended: Promise<number> }>,
  ) {
    this.electron = electron
    this.ended = ended
    this.#display = display
  }

  /** As a menu does; resolves at once. */
  async quit(): Promise<void> {
    await this.electron.evaluate(({ app }) => void setImmediate(() => app.quit()))
  }

  /** Notes from now on what message boxes show. */
  async noteQuestions(): Promise<void> {
    await this.electron.evaluate(({ dialog }) => {
      const questions: MessageBoxOptions[] = ((globalThis as Noted).questions ??= [])
      const show = dialog.showMessageBox.bind(dialog) as (...given: object[]) => Promise<never>
      dialog.showMessageBox = (...given: object[]) => {
        questions.push(given.at(-1) as MessageBoxOptions)
        return show(...given)
      }
    })
  }

  /** Resolves to the oldest question that was not read, once its box is on the screen. */
  async nextQuestion(): Promise<Question> {
    let question: MessageBoxOptions | null = null
    const read = () =>
      this.electron.evaluate(() => (globalThis as Noted).questions?.shift() ?? null)
    await expect.poll(async () => (question ??= await read())).not.toBeNull()
    // Keys pressed before that would reach the window behind it.
    await expect.poll(() => this.titleOfActiveWindow()).not.toBe(windowTitle)
    const { message, detail = '', buttons = [] } = question as unknown as MessageBoxOptions
    return { message, detail, buttons }
  }

  /** With the keyboard: the first button has the focus, the last one is what Escape presses. */
  press({ buttons }: Question, name: string): void {
    const position = buttons.indexOf(name)
    if (position < 0) throw new Error(`there is no ${name} among ${buttons.join(', ')}`)
    this.keys(...Array<string>(position).fill('Tab'), 'Return')
  }

  /** To the window that has the focus. */
  keys(...names: readonly string[]): void {
    this.xdotool('key', '--clearmodifiers', ...names)
  }

  xdotool(...args: readonly string[]): string {
    const env = { ...process.env, DISPLAY: this.#display }
    const { status, stdout, stderr } = spawnSync('xdotool', args, {
      env,
      encoding: 'utf8',
      timeout: 30_000,
    })
    if (status !== 0) throw new Error(`xdotool ${args.join(' ')} ended with ${status}: ${stderr}`)
    return stdout.trim()
  }

  /** A message box has another title than a window of ours, or none. */
  titleOfActiveWindow(): string {
    try {
      return this.xdotool('getactivewindow', 'getwindowname')
    } catch {
      // Nothing has the keyboard yet.
      return windowTitle
    }
  }

  /** Resolves to the exit code; servers that it asks about on the way are stopped. */
  async close(): Promise<number> {
    await this.electron
      .evaluate(({ app, dialog }) => {
        const stopButton = 1
        dialog.showMessageBox = () =>
          Promise.resolve({ response: stopButton, checkboxChecked: false })
        setImmediate(() => app.quit())
      })
      // It has ended already.
      .catch(() => undefined)
    return this.ended
  }
}
