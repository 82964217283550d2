// Matches paths against a pattern of a dataset card: `*` and `?` within a folder, `**` across folders, `[…]`, `{a,b}`.

const pieces: readonly (readonly [piece: RegExp, meaning: (match: RegExpExecArray) => string])[] = [
  [/^\*\*\//, () => '(?:[^/]+/)*'],
  [/^\*\*/, () => '.*'],
  [/^\*/, () => '[^/]*'],
  [/^\?/, () => '[^/]'],
  [
    /^\[(!?)([^\]]+)\]/,
    ([, not, set = '']) => `[${not ? '^' : ''}${set.replaceAll('\\', '\\\\')}]`,
  ],
  [
    /^\{([^}]*)\}/,
    ([, words = '']) =>
      `(?:${words
        .split(',')
        .map((word) => sourceOf(word))
        .join('|')})`,
  ],
  [/^[^]/, ([letter]) => letter.replace(/[\\^$.*+?()[\]{}|/-]/, '\\$&')],
]

export function globPattern(glob: string): RegExp {
  return new RegExp(`^${sourceOf(glob.replace(/^\.\//, ''))}$`)
}

function sourceOf(glob: string): string {
  let source = ''
  for (let rest = glob; rest !== '';) {
    const [length, meaning] = firstPiece(rest)
    source += meaning
    rest = rest.slice(length)
  }
  return source
}

function firstPiece(rest: string): readonly [length: number, meaning: string] {
  for (const [piece, meaning] of pieces) {
    const match = piece.exec(rest)
    if (match !== null) return [match[0].length, meaning(match)]
  }
  return [rest.length, '']
}
