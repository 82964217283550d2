// The pages of the documentation, and the commands that they tell a reader to type.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

export const root = path.join(import.meta.dirname, '../..')

/** Those in Chinese have the same commands, and docs/cli.md is made from the help. */
export const pages: readonly string[] = globSync(['README.md', 'docs/**/*.md'], {
  cwd: root,
  exclude: (name) => /node_modules|^docs\/zh|docs\/cli\.md/.test(name),
}).toSorted()

export function readPage(page: string): string {
  return readFileSync(path.join(root, page), 'utf8')
}

/** Serve until they are stopped, or show what Kneepoint does in most of a minute. */
export const servesOrShows = /^kneepoint (simulate|web|demo)\b/

/** The contents of its code blocks in one of these languages. */
export function blocks(page: string, ...languages: readonly string[]): string[] {
  return [...page.matchAll(/^ *```(\w+)\n(.*?)^ *```/gms)]
    .filter(([, written = '']) => languages.includes(written))
    .map(([, , contents = '']) => contents)
}

/** What a shell is given, and calls of Kneepoint in files for CI, each once and without comments. */
export function commandsOf(page: string): readonly string[] {
  const lines = (block: string) => block.replaceAll(/\\\n\s*/g, '').split('\n')
  const typed = blocks(page, 'sh').flatMap(lines)
  const called = blocks(page, 'yaml', 'groovy')
    .flatMap(lines)
    .flatMap((line) => /\bkneepoint (?:gate|bench) [^'"]*/.exec(line)?.[0] ?? [])
  const commands = [...typed, ...called]
    .map((line) => line.replace(/(^|\s+)#.*$/, '').trim())
    .map((line) => line.replace(/^(?:npx |bin\/)(?=kneepoint )/, '').replaceAll(/\s+/g, ' '))
  return [...new Set(commands)].filter((line) => line !== '')
}

/** The contents of its YAML blocks by the names that they give themselves; `sweep.yaml` is the name of the first without one. */
export function filesOf(page: string): ReadonlyMap<string, string> {
  const files = new Map<string, string>()
  for (const block of blocks(page, 'yaml')) {
    const name = /^# (\S+\.yaml)/.exec(block)?.[1] ?? 'sweep.yaml'
    if (!files.has(name)) files.set(name, block)
  }
  return files
}
