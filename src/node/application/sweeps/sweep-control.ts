// What a user requests of a running sweep: to pause after this point, to skip this point.

export class SweepControl {
  #wantsPause = false
  #point: Readonly<{ index: number; controller: AbortController }> | null = null

  get wantsPause(): boolean {
    return this.#wantsPause
  }

  pause(): void {
    this.#wantsPause = true
  }

  /** Aborts when the point is given up. */
  begin(index: number): AbortSignal {
    const controller = new AbortController()
    this.#point = { index, controller }
    return controller.signal
  }

  end(): void {
    this.#point = null
  }

  /** Whether that was the point that is running; null is whichever. */
  giveUp(index: number | null): boolean {
    if (this.#point === null || (index !== null && index !== this.#point.index)) return false
    this.#point.controller.abort()
    return true
  }
}
