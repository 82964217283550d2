// Pieces of a growing log as whole lines. Progress bars end theirs with a bare carriage return.

/** Longer lines are split into pieces of this length: a log may hold anything, and never a line end. */
const longestLine = 2 ** 16

type LineSplitter = Readonly<{
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
      const unfinished = pieces(lines.pop() ?? '')
      rest = (unfinished.pop() ?? '') + text.slice(complete.length)
      return [...lines.flatMap(pieces), ...unfinished].filter((line) => line !== '')
    },
    rest: () => rest,
  }
}

function pieces(line: string): string[] {
  const count = Math.max(1, Math.ceil(line.length / longestLine))
  return Array.from({ length: count }, (_, i) => line.slice(i * longestLine, (i + 1) * longestLine))
}
