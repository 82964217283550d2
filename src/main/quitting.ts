// Quitting in steps: if a measurement or servers on hosts are running, prompts the user first, with the windows still open, so
// that nothing is lost by staying.
import type {
  OutlivingServer,
  UnstoppedServer,
} from '#node/application/servers/outliving-servers.ts'
import type { QuitChoice, QuitQuestion } from './quit-question.ts'

type QuitSurroundings = Readonly<{
  running(): readonly OutlivingServer[]
  ask(question: QuitQuestion): Promise<QuitChoice>
  /** Name of the measurement in progress, or null. */
  measuring(): string | null
  /** Resolves with true to cancel the named measurement. */
  askToCancel(name: string): Promise<boolean>
  /** Resolves with the servers that did not stop. */
  stop(servers: readonly OutlivingServer[]): Promise<readonly UnstoppedServer[]>
  /** Requests to quit once more, which is then allowed. */
  quit(): void
  /** The user stays: a window must be open, and the last one might have been closed. */
  showWindow(): void
  /** Internal error: reports it, and keeps the program running. */
  onError(error: unknown): void
}>

export class Quitting {
  readonly #surroundings: QuitSurroundings
  #step: 'none' | 'asking' | 'decided' = 'none'
  /** Stops waiting for servers that are being stopped. */
  #hurry: (() => void) | null = null

  constructor(surroundings: QuitSurroundings) {
    this.#surroundings = surroundings
  }

  /** Called on every request to quit. Prompts once while a decision is pending, and again if servers are slow to stop. */
  mayQuit(): boolean {
    if (this.#step === 'decided') return true
    if (this.#step === 'none' && this.#isQuiet()) return true
    if (this.#step === 'none') void this.#decide()
    this.#hurry?.()
    return false
  }

  /** Quits without a prompt, because the user's session ends, or the system stops the program. Servers keep running. */
  quitNow(): void {
    this.#step = 'decided'
    this.#surroundings.quit()
  }

  #isQuiet(): boolean {
    return this.#surroundings.running().length === 0 && this.#surroundings.measuring() === null
  }

  async #decide(): Promise<void> {
    this.#step = 'asking'
    const choice = await this.#choose().catch((error: unknown) => {
      this.#surroundings.onError(error)
      return 'stay' as const
    })
    // quitNow may have been called in the meantime.
    if (this.#step !== 'asking') return
    this.#step = choice === 'stay' ? 'none' : 'decided'
    if (choice === 'stay') this.#surroundings.showWindow()
    else this.#surroundings.quit()
  }

  async #choose(): Promise<QuitChoice> {
    const measured = this.#surroundings.measuring()
    if (measured !== null && !(await this.#surroundings.askToCancel(measured))) return 'stay'
    let unstopped: QuitQuestion['unstopped'] = []
    for (;;) {
      const running = this.#surroundings.running()
      if (running.length === 0 && unstopped.length === 0) return 'leave'
      const choice = await this.#surroundings.ask({ running, unstopped })
      if (choice !== 'stop') return choice
      unstopped = await this.#stop(together(this.#surroundings.running(), unstopped))
      if (unstopped.length === 0) return 'stop'
    }
  }

  /** A second request to quit skips the wait and shows the servers still running. */
  async #stop(servers: readonly OutlivingServer[]): Promise<QuitQuestion['unstopped']> {
    const hurried = new Promise<null>((resolve) => (this.#hurry = () => resolve(null)))
    try {
      const unstopped = await Promise.race([this.#surroundings.stop(servers), hurried])
      return unstopped ?? this.#surroundings.running().map((server) => ({ ...server, why: null }))
    } finally {
      this.#hurry = null
    }
  }
}

function together(
  running: readonly OutlivingServer[],
  unstopped: readonly OutlivingServer[],
): readonly OutlivingServer[] {
  return [...new Map([...unstopped, ...running].map((server) => [server.id, server])).values()]
}
