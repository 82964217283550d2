// Runs one experiment at a time, because two would load the same machine and disturb each other's measurements.
import { AsyncLocalStorage } from 'node:async_hooks'
import { appError } from '#core/model/app-error.ts'

type RunningTask = Readonly<{ id: string; name: string; controller: AbortController }> & {
  done: Promise<void>
}

/** Cancellation reason: the program is closing. */
export const closing = 'closing'

export class OneAtATime {
  /** The running task, followed by the tasks it started, each nested in the one before. */
  readonly #running: RunningTask[] = []
  /** Id of the task that the current call belongs to. */
  readonly #current = new AsyncLocalStorage<string>()
  #isClosing = false
  readonly #onChange: (isRunning: boolean) => void

  constructor(onChange: (isRunning: boolean) => void = () => undefined) {
    this.#onChange = onChange
  }

  /** Name of the running task, or null. */
  get running(): string | null {
    return this.#running[0]?.name ?? null
  }

  /** True if the task was cancelled by the closing program, not by the user. */
  get isClosing(): boolean {
    return this.#isClosing
  }

  /** Throws `busy` while another task is running; a task may start nested tasks. The task must not reject. */
  begin(id: string, name: string, task: (signal: AbortSignal) => Promise<void>): void {
    this.requireIdle()
    const controller = new AbortController()
    const running: RunningTask = { id, name, controller, done: Promise.resolve() }
    this.#running.push(running)
    if (this.#running.length === 1) this.#onChange(true)
    running.done = this.#current
      .run(id, () => task(controller.signal))
      .finally(() => {
        this.#running.splice(this.#running.indexOf(running), 1)
        if (this.#running.length === 0) this.#onChange(false)
      })
  }

  requireIdle(): void {
    const innermost = this.#running.at(-1)
    if (innermost === undefined || innermost.id === this.#current.getStore()) return
    throw appError('busy', 'runs.running', { name: this.running ?? innermost.name })
  }

  /** Does nothing unless that task is running. */
  cancel(id: string): void {
    this.#running.find((task) => task.id === id)?.controller.abort()
  }

  /** Cancels the running task and waits for its end. */
  async close(): Promise<void> {
    this.#isClosing = true
    for (const { controller } of this.#running) controller.abort(closing)
    await this.#running[0]?.done
  }
}
