// Bytes that arrived and are not read yet, in the pieces they came in. Only what is taken is joined.

export class ByteQueue {
  #pieces: Buffer[] = []
  #bytes = 0

  get bytes(): number {
    return this.#bytes
  }

  add(piece: Buffer): void {
    this.#pieces.push(piece)
    this.#bytes += piece.length
  }

  /** The requested number of those that are there, at most. */
  take(count: number): Buffer {
    const taken: Buffer[] = []
    let missing = count
    let used = 0
    while (missing > 0 && used < this.#pieces.length) {
      const piece = this.#pieces[used] ?? Buffer.alloc(0)
      taken.push(piece.subarray(0, missing))
      if (piece.length > missing) this.#pieces[used] = piece.subarray(missing)
      else used += 1
      missing -= Math.min(missing, piece.length)
    }
    this.#pieces.splice(0, used)
    this.#bytes -= count - missing
    const [only] = taken
    return taken.length === 1 && only !== undefined ? only : Buffer.concat(taken)
  }

  /** Leaves what comes behind the first such text; false while it has not come. */
  skipBehind(text: string): boolean {
    const all = Buffer.concat(this.#pieces)
    const at = all.indexOf(text)
    this.#pieces = [at < 0 ? all : all.subarray(at + text.length)]
    this.#bytes = this.#pieces[0]?.length ?? 0
    return at >= 0
  }
}
