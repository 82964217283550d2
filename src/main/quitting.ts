// Quitting in steps: if a measurement or servers on hosts are running, asks the user first, with the windows still
// open, so that nothing is lost by staying.
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
  /** Resolves to whether to cancel the measurement of that name. */
  askToCancel(name: string): Promise<boolean>
  /** Resolves to those that did not end. */
  stop(servers: readonly OutlivingServer[]): Promise<readonly UnstoppedServer[]>
  /** Asks to quit once more, which may be done then. */
  quit(): void
  /** The user stays: a window must be open, and the last one might have been closed. */
  showWindow(): void
  /** Something here broke; report it, and keep the program. */
  onError(error: unknown): void
}>

export class Quitting {
  readonly #surroundings: QuitSurroundings
  #step: 'none' | 'asking' | 'decided' = 'none'
  /** Ends the wait for servers that are being stopped. */
  #hurry: (() => void) | null = null

  constructor(surroundings: QuitSurroundings) {
    this.#surroundings = surroundings
  }

  /** Called on every request to quit. While a decision is pending, the user is not asked again; a slow stop triggers another question. */
  mayQuit(): boolean {
    if (this.#step === 'decided') return true
    if (this.#step === 'none' && this.#isQuiet()) return true
    if (this.#step === 'none') void this.#decide()
    this.#hurry?.()
    return false
  }

  /** Without a question: the session of the user ends, or the system stops the program. Servers keep running. */
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
    // Decided meanwhile: quitNow.
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

  /** A second request to quit skips the wait and shows what is still running. */
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
