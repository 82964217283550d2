// Whether a server responds on connections that have carried a response; shared by its connections. llama.cpp's server announces
// `Keep-Alive` and closes after each stream: without this check, every request to it would be sent twice.

/** A server sometimes closes an idle connection just as a request is sent, but hardly this often without a single response. */
const lossesUntilSure = 3

export class KeepAlive {
  #hasAnswered = false
  #losses = 0

  get isExpected(): boolean {
    return this.#hasAnswered || this.#losses < lossesUntilSure
  }

  /** Call when a byte of a response was read on a reused connection. */
  onAnswered(): void {
    this.#hasAnswered = true
  }

  /** Call when a reused connection was closed before any byte of its response. */
  onLost(): void {
    this.#losses++
  }
}
