// Lets one experiment run at a time: two would load the same machine, and each would measure the other.
import { appError } from '#core/model/app-error.ts'

type Going = Readonly<{
  id: string
  name: string
  controller: AbortController
  done: Promise<void>
}>

export class OneAtATime {
  #going: Going | null = null
  #isClosing = false
  readonly #onChange: (isRunning: boolean) => void

  constructor(onChange: (isRunning: boolean) => void = () => undefined) {
    this.#onChange = onChange
  }

  /** Name of the running task, or null. */
  get running(): string | null {
    return this.#going?.name ?? null
  }

  /** Whatever is cancelled now was not cancelled by the user. */
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

  /** Does nothing when that task is not the one going on. */
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
