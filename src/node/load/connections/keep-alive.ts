// Whether a server answers on connections that have carried a response; shared by the connections to it. llama.cpp's server
// announces `Keep-Alive` and closes after each stream: without this, every request to it would be sent twice.

/** By chance, a server closes an idle connection just as a request leaves; hardly so often without answering once. */
const lossesUntilSure = 3

export class KeepAlive {
  #hasAnswered = false
  #losses = 0

  get isExpected(): boolean {
    return this.#hasAnswered || this.#losses < lossesUntilSure
  }

  /** A byte of a response was read on a reused connection. */
  onAnswered(): void {
    this.#hasAnswered = true
  }

  /** A reused connection was closed before any byte of its response. */
  onLost(): void {
    this.#losses++
  }
}
