// Selects the files of a dataset that belong to a split: by its card, else by their names.

/** Subset as described by the card. */
export type CardConfig = Readonly<{
  name: string
  isDefault: boolean
  files: readonly Readonly<{ split: string; patterns: readonly string[] }>[]
}>

export type SplitSelection = Readonly<{
  /** Null selects the default one. */
  subset: string | null
  /** Null selects every split. */
  split: string | null
}>

/** Files in reading order; empty if there is no such subset or split. */
export function dataFiles(
  paths: readonly string[],
  configs: readonly CardConfig[],
  { subset, split }: SplitSelection,
): readonly string[] {
  const files = filesBySplit(paths, configs, subset)
  return split === null ? [...files.values()].flat() : (files.get(split) ?? [])
}

/** Splits to list in the message about a missing split. */
export function splitsIn(
  paths: readonly string[],
  configs: readonly CardConfig[],
  subset: string | null,
): readonly string[] {
  return [...filesBySplit(paths, configs, subset).keys()]
}

type FilesBySplit = ReadonlyMap<string, readonly string[]>

function filesBySplit(
  paths: readonly string[],
  configs: readonly CardConfig[],
  subset: string | null,
): FilesBySplit {
  if (configs.length === 0) return filesByName(inFolder(paths, subset))
  const config = configNamed(configs, subset)
  const entries = config?.files.map(
    ({ split, patterns }) => [split, matching(paths, patterns)] as const,
  )
  return new Map(entries)
}

function configNamed(configs: readonly CardConfig[], subset: string | null) {
  if (subset !== null) return configs.find(({ name }) => name === subset)
  return (
    configs.find(({ isDefault }) => isDefault) ??
    configs.find(({ name }) => name === 'default') ??
    configs[0]
  )
}

function matching(paths: readonly string[], patterns: readonly string[]): readonly string[] {
  const found = patterns.flatMap((pattern) => {
    const glob = globPattern(pattern)
    return paths.filter((path) => glob.test(path))
  })
  return [...new Set(found)]
}

/** Without a card, subsets are folders. */
function inFolder(paths: readonly string[], subset: string | null): readonly string[] {
  return subset === null ? paths : paths.filter((path) => path.split('/').includes(subset))
}

const words: Readonly<Record<string, readonly string[]>> = {
  train: ['train', 'training'],
  validation: ['validation', 'valid', 'dev', 'val'],
  test: ['test', 'testing', 'eval', 'evaluation'],
}

type SplitOf = (path: string) => string | null

/** The first rule that matches any file applies to all files. */
const waysToTell: readonly SplitOf[] = [
  (path) => /^(?:.*\/)?data\/([^/]+?)-\d{5}-of-\d{5}[^/]*$/.exec(path)?.[1] ?? null,
  (path) => splitNamedIn(path.split('/').slice(0, -1).join('/')),
  (path) => splitNamedIn(path.split('/').at(-1) ?? ''),
  () => 'train',
]

function filesByName(paths: readonly string[]): FilesBySplit {
  const splitOf = waysToTell.find((way) => paths.some((path) => way(path) !== null))
  const splits = new Map<string, string[]>()
  for (const path of paths) {
    const split = splitOf?.(path) ?? null
    if (split !== null) splits.set(split, [...(splits.get(split) ?? []), path])
  }
  return splits
}

function splitNamedIn(text: string): string | null {
  const found = Object.entries(words).find(([, names]) =>
    names.some((name) => new RegExp(`(^|[-._ 0-9/])${name}([-._ 0-9/]|$)`).test(text)),
  )
  return found?.[0] ?? null
}

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

/** `*` and `?` match within a folder, `**` across folders. Exported for tests. */
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
