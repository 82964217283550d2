// Pieces of a growing log as whole lines. Progress bars end theirs with a bare carriage return.

export type LineSplitter = Readonly<{
  /** The lines that this piece completes. */
  add(piece: string): string[]
  /** What came after the last line end. */
  rest(): string
}>

export function lineSplitter(): LineSplitter {
  let rest = ''
  return {
    add(piece) {
      const text = rest + piece
      // Subtle: a carriage return at the very end may be the first half of a line end.
      const complete = text.endsWith('\r') ? text.slice(0, -1) : text
      const lines = complete.split(/\r\n|\n|\r/)
      rest = (lines.pop() ?? '') + text.slice(complete.length)
      return lines.filter((line) => line !== '')
    },
    rest: () => rest,
  }
}
