// The life of the program: ready, windows, quitting with everyone's consent.
import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { onTestMessage } from './test-link.ts'

const manifestSchema = z.object({ version: z.string() })
const userDataSwitch = '--user-data-dir='

class App extends EventEmitter {
  readonly isPackaged = false
  ready = false
  sandboxed = false
  isQuitting = false
  /** Set by those who know the windows. */
  closeWindows: () => void = () => undefined

  whenReady(): Promise<void> {
    return new Promise((resolve) => {
      setImmediate(() => {
        this.ready = true
        resolve()
      })
    })
  }

  enableSandbox(): void {
    this.mustComeBeforeReady('app.enableSandbox')
    this.sandboxed = true
  }

  requestSingleInstanceLock(): boolean {
    return true
  }

  getVersion(): string {
    return manifestSchema.parse(JSON.parse(readFileSync('package.json', 'utf8'))).version
  }

  getPath(name: string): string {
    if (name !== 'userData') throw new Error(`the stand-in has no folder ${name}`)
    const given = process.argv.find((argument) => argument.startsWith(userDataSwitch))
    return given?.slice(userDataSwitch.length) ?? join(tmpdir(), 'kneepoint-stand-in')
  }

  getPreferredSystemLanguages(): string[] {
    return ['en-US']
  }

  /** What may prevent it comes before the windows are closed, and once more when they are. */
  quit(): void {
    if (this.isPrevented('before-quit')) return
    this.isQuitting = true
    this.closeWindows()
    if (!this.isPrevented('will-quit')) this.exit()
    this.isQuitting = false
  }

  private isPrevented(name: 'before-quit' | 'will-quit'): boolean {
    let prevented = false
    this.emit(name, { preventDefault: () => (prevented = true) })
    return prevented
  }

  exit(code = 0): never {
    process.exit(code)
  }

  mustComeBeforeReady(call: string): void {
    if (this.ready) throw new Error(`${call} must be called before the app is ready`)
  }

  mustComeAfterReady(call: string): void {
    if (!this.ready) throw new Error(`${call} can only be called after the app is ready`)
  }
}

export const app = new App()

onTestMessage((message) => {
  if (message.type === 'quit') app.quit()
  if (message.type === 'second-instance') app.emit('second-instance')
})

process.on('disconnect', () => process.exit(1))
