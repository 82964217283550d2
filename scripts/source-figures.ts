// How large the source tree is and how it is tied together, counted without running it. The limits are in budget.ts.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { inRepository, repositoryFolder } from './repository.ts'

export type SourceFigures = Readonly<{
  files: number
  folders: number
  /** Folders below `src/RUNTIME`. */
  deepestLevel: number
  lines: number
  /** Lines outside src/features. */
  baseLines: number
  longestPath: number
  /** Folders of src/core that import themselves by way of others. */
  foldersInCycles: number
  /** Folders of src/core that import each other. */
  mutualPairs: number
  secondHeaders: number
  oddComments: number
  participleTypes: number
  cellAndFigureTypes: number
}>

type Source = Readonly<{ file: string; text: string }>

export function sourceFigures(): SourceFigures {
  const sources = sourceTexts()
  const folders = new Set(sources.map(({ file }) => dirname(file)))
  const imports = folderImports(sources)
  const typeNames = sources.flatMap(({ text }) => typesOf(text))
  return {
    files: sources.length,
    folders: folders.size,
    deepestLevel: Math.max(...[...folders].map((folder) => folder.split('/').length - 2)),
    lines: linesOf(sources),
    baseLines: linesOf(sources.filter(({ file }) => !file.startsWith('src/features/'))),
    longestPath: Math.max(...sources.map(({ file }) => file.length)),
    foldersInCycles: [...imports.keys()].filter((folder) => reachable(imports, folder).has(folder))
      .length,
    mutualPairs: mutualPairs(imports).length,
    secondHeaders: sources.filter(({ text }) => hasSecondHeader(text)).length,
    oddComments: sources.flatMap(({ text }) => comments(text)).filter(isOdd).length,
    participleTypes: typeNames.filter((name) => participle.test(name)).length,
    cellAndFigureTypes: typeNames.filter((name) => cellOrFigure.test(name)).length,
  }
}

function sourceTexts(): readonly Source[] {
  return globSync('src/**/*.{ts,vue}', { cwd: repositoryFolder })
    .filter(
      (file) =>
        !/\.(test|test-support)\.ts$|\/fixtures\/|^src\/features\/[^/]+\/(bench|e2e|tests)\//.test(
          file,
        ),
    )
    .map((file) => ({ file, text: readFileSync(inRepository(file), 'utf8') }))
}

function linesOf(sources: readonly Source[]): number {
  return sum(sources.map(({ text }) => text.split('\n').length - 1))
}

/** Lines of each folder below `src/RUNTIME`, with all that it holds. */
export function linesByFolder(): ReadonlyMap<string, number> {
  const lines = new Map<string, number>()
  for (const source of sourceTexts()) {
    const folder = source.file.split('/').slice(0, 3).join('/')
    lines.set(folder, (lines.get(folder) ?? 0) + linesOf([source]))
  }
  return lines
}

function typesOf(text: string): readonly string[] {
  return Array.from(
    text.matchAll(/^(?:export )?(?:type|interface) (\w+)/gm),
    ([, name = '']) => name,
  )
}

/** Comments and types that the words of the house exclude, with their files. */
export function oddWords(): readonly string[] {
  return sourceTexts().flatMap(({ file, text }) => [
    ...(hasSecondHeader(text) ? [`${file}: a second header`] : []),
    ...comments(text)
      .filter(isOdd)
      .map((comment) => `${file}: ${comment}`),
    ...typesOf(text)
      .filter((name) => participle.test(name) || cellOrFigure.test(name))
      .map((name) => `${file}: type ${name}`),
  ])
}

/** Per folder of src/core the others it imports, types included. */
function folderImports(sources: readonly Source[]): ReadonlyMap<string, ReadonlySet<string>> {
  const imports = new Map<string, Set<string>>()
  for (const { file, text } of sources) {
    const folder = coreFolder(file)
    if (folder === null) continue
    const imported = imports.get(folder) ?? new Set()
    imports.set(folder, imported)
    for (const [, specifier = ''] of text.matchAll(/\b(?:from|import)\s*\(?\s*'([.#][^']+)'/g)) {
      const path = specifier.startsWith('#')
        ? `src/${specifier.slice(1)}`
        : normalize(join(dirname(file), specifier))
      const other = coreFolder(path)
      if (other !== null && other !== folder) imported.add(other)
    }
  }
  return imports
}

function coreFolder(path: string): string | null {
  return /^src\/core\/([^/]+)\//.exec(path)?.[1] ?? null
}

function reachable(
  imports: ReadonlyMap<string, ReadonlySet<string>>,
  from: string,
): ReadonlySet<string> {
  const found = new Set(imports.get(from))
  for (const folder of found) for (const next of imports.get(folder) ?? []) found.add(next)
  return found
}

function mutualPairs(imports: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] {
  return [...imports].flatMap(([folder, imported]) =>
    [...imported]
      .filter((other) => folder < other && imports.get(other)?.has(folder) === true)
      .map((other) => `${folder} ⇄ ${other}`),
  )
}

/** A comment that stands alone below the first: two files in one. */
function hasSecondHeader(text: string): boolean {
  return /\n\/\/ .*\n\n/.test(text.replace(/^(?:(?:#!|\/\/).*\n)*/, '\n'))
}

function comments(text: string): readonly string[] {
  const blocks = Array.from(text.matchAll(/\/\*\*?([\s\S]*?)\*\//g), ([, inner = '']) => inner)
  const lines = Array.from(text.matchAll(/(?:^[ \t]*\/\/.*\n)+/gm), ([inner]) => inner)
  return [...blocks, ...lines].map((each) =>
    each.replaceAll(/\s*\n\s*(?:\*|\/\/)?\s*/g, ' ').trim(),
  )
}

/** Wording that native engineers do not write; only what a pattern can find. */
function isOdd(comment: string): boolean {
  return (
    /^(?:\/\/ )?(?:Of|In|Where|What|That of)\b/.test(comment) ||
    /\b(?:nobody|whoever|somebody|so many|(?:is|are|was|were) told|says so|is to be|are to be|goes on|has left|that which|those of|that of)\b/.test(
      comment,
    )
  )
}

const participle =
  /^(?:[A-Z][a-z]+(?:ed|ing)|Chosen|Drawn|Found|Given|Held|Kept|Known|Made|Sent|Shown|Taken|Told)$/

const cellOrFigure = /\w(Cell|Figure)$/

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
