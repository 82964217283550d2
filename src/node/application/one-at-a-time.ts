// Runs one experiment at a time, because two would load the same machine and disturb each other's measurements.
import { appError } from '#core/model/app-error.ts'

type RunningTask = Readonly<{
  id: string
  name: string
  controller: AbortController
  done: Promise<void>
}>

export class OneAtATime {
  #going: RunningTask | null = null
  #isClosing = false
  readonly #onChange: (isRunning: boolean) => void

  constructor(onChange: (isRunning: boolean) => void = () => undefined) {
    this.#onChange = onChange
  }

  /** Name of the running task, or null. */
  get running(): string | null {
    return this.#going?.name ?? null
  }

  /** True if a cancellation is due to the closing program, not the user. */
  get isClosing(): boolean {
    return this.#isClosing
  }

  /** Throws `busy` while another task is running. The task must not reject. */
  begin(id: string, name: string, task: (signal: AbortSignal) => Promise<void>): void {
    this.requireIdle()
    const controller = new AbortController()
    const done = task(controller.signal).finally(() => {
      this.#going = null
      this.#onChange(false)
    })
    this.#going = { id, name, controller, done }
    this.#onChange(true)
  }

  requireIdle(): void {
    if (this.#going === null) return
    throw appError('busy', 'runs.running', { name: this.#going.name })
  }

  /** Does nothing unless that task is running. */
  cancel(id: string): void {
    if (this.#going?.id === id) this.#going.controller.abort()
  }

  /** Cancels the running task and waits for its end. */
  async close(): Promise<void> {
    this.#isClosing = true
    this.#going?.controller.abort()
    await this.#going?.done
  }
}
