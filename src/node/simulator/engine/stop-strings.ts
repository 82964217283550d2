// Finds stop strings in generated text, and holds back text that may be the beginning of one.

export class StopStrings {
  readonly #stops: readonly string[]
  readonly #keepMatch: boolean
  readonly #longest: number
  #held = ''

  constructor(stops: readonly string[], keepMatch: boolean) {
    this.#stops = stops
    this.#keepMatch = keepMatch
    this.#longest = Math.max(...stops.map((stop) => stop.length))
  }

  /** The text that may be sent by now, and the stop string if one is complete. */
  push(text: string): { text: string; stop: string | null } {
    const all = this.#held + text
    const match = this.#findFirst(all)
    if (match !== null) {
      this.#held = ''
      const end = match.index + (this.#keepMatch ? match.stop.length : 0)
      return { text: all.slice(0, end), stop: match.stop }
    }
    const safe = Math.max(0, all.length - (this.#longest - 1))
    this.#held = all.slice(safe)
    return { text: all.slice(0, safe), stop: null }
  }

  /** Returns the held text at the end. */
  takeHeld(): string {
    const held = this.#held
    this.#held = ''
    return held
  }

  #findFirst(text: string): { stop: string; index: number } | null {
    const matches = this.#stops
      .map((stop) => ({ stop, index: text.indexOf(stop) }))
      .filter(({ index }) => index >= 0)
    return matches.toSorted((a, b) => a.index - b.index)[0] ?? null
  }
}
