// Utility processes as forks of Node whose `process.parentPort` works as Electron's does.
import { fork, type ChildProcess } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { app } from './app.ts'

type ForkOptions = { readonly env?: NodeJS.ProcessEnv; readonly serviceName?: string }

const parentPort = new URL('utility-parent-port.ts', import.meta.url).href

class UtilityProcess extends EventEmitter {
  readonly #child: ChildProcess
  #exiting = false

  constructor(child: ChildProcess) {
    super()
    this.#child = child
    child.on('message', (message) => this.emit('message', message))
    child.on('exit', (code) => {
      this.#exiting = true
      this.emit('exit', code ?? 1)
    })
  }

  get pid(): number | undefined {
    return this.#exiting ? undefined : this.#child.pid
  }

  postMessage(message: object): void {
    if (this.#exiting) throw new Error('Electron crashes when it posts to a process that has ended')
    this.#child.send(message)
  }

  kill(): boolean {
    return this.#child.kill()
  }
}

export const utilityProcess = {
  fork(modulePath: string, args: readonly string[], { env }: ForkOptions): UtilityProcess {
    app.mustComeAfterReady('utilityProcess.fork')
    const execArgv = ['--import', parentPort]
    return new UtilityProcess(fork(modulePath, args, { serialization: 'advanced', execArgv, env }))
  },
}
