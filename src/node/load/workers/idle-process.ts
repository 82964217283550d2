// A process that is kept for a minute for reuse, because starting another one takes longer than most uses.

const keptMs = 60_000

export class IdleProcess<Process extends Readonly<{ isAlive: boolean; kill: () => void }>> {
  #process: Process | null = null
  #timer: NodeJS.Timeout | null = null

  /** Null if no process is idle. */
  take(): Process | null {
    const process = this.#process
    this.#forget()
    return process?.isAlive === true ? process : null
  }

  /** Ends the process that was kept before. */
  keep(process: Process): void {
    this.close()
    this.#process = process
    this.#timer = setTimeout(() => this.close(), keptMs).unref()
  }

  close(): void {
    this.#process?.kill()
    this.#forget()
  }

  #forget(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#process = null
  }
}
