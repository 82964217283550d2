// Text broken at spaces into lines of a width.

export function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const line = lines.at(-1)
    if (line !== undefined && line.length + 1 + word.length <= width) {
      lines[lines.length - 1] = `${line} ${word}`
    } else {
      lines.push(word)
    }
  }
  return lines
}

/** Terms to the left, their texts wrapped to the right; a term too wide has a line of its own. */
export function definitionList(
  entries: readonly (readonly [term: string, text: string])[],
  width: number,
): string {
  const widestTerm = 32
  const indent = Math.min(widestTerm, Math.max(...entries.map(([term]) => term.length)) + 4)
  return entries
    .flatMap(([term, text]) => {
      const [first = '', ...rest] = wrapped(text, width - indent)
      const head = `  ${term}`.padEnd(indent)
      const lines = rest.map((line) => ' '.repeat(indent) + line)
      return head.length > indent || !head.endsWith(' ')
        ? [head, ' '.repeat(indent) + first, ...lines]
        : [head + first, ...lines]
    })
    .join('\n')
}
