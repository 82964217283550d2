// The newest lines of a log, limited to what a user will scroll through.

const mostLines = 2000

export class LogLines {
  #lines: string[] = []

  add(line: string): void {
    this.#lines.push(line)
    // Trims rarely and by half, so that the amortized cost of adding a line is negligible.
    if (this.#lines.length >= 2 * mostLines) this.#lines = this.newest()
  }

  /** Oldest first. */
  newest(): string[] {
    return this.#lines.slice(-mostLines)
  }

  clear(): void {
    this.#lines = []
  }
}
