// The source tree keeps its shape: no file imports itself by way of others, and no folder outgrows a glance.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const sources = globSync('src/**/*.{ts,vue}', { cwd: root }).filter(
  (file) => !/\.(test|test-support)\.ts$|\/fixtures\//.test(file),
)

/** Types included: what is imported for its types alone is still read to understand a file. */
const imports = new Map(sources.map((file) => [file, importsOf(file)]))

function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8')
  const specifiers = [...text.matchAll(/\b(?:from|import)\s*\(?\s*'([.#][^']+)'/g)]
  return specifiers.map(([, specifier = '']) =>
    specifier.startsWith('#')
      ? `src/${specifier.slice(1)}`
      : normalize(join(dirname(file), specifier)),
  )
}

test('no file imports itself by way of others', () => {
  const done = new Set<string>()
  const cycles: string[] = []
  const visit = (file: string, path: readonly string[]): void => {
    const before = path.indexOf(file)
    if (before >= 0) cycles.push([...path.slice(before), file].join(' → '))
    if (before >= 0 || done.has(file)) return
    for (const next of imports.get(file) ?? []) visit(next, [...path, file])
    done.add(file)
  }
  for (const file of sources) visit(file, [])
  expect(cycles).toEqual([])
})

test('no folder holds more than thirty source files', () => {
  const counts = new Map<string, number>()
  for (const file of sources) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
  expect([...counts].filter(([, count]) => count > 30)).toEqual([])
})

test('a command starts without schemas, which take 10 ms to load', () => {
  const loaded = allLoadedWith('src/cli/invoke.ts')
  expect(loaded.size).toBeGreaterThan(30)
  expect(loaded).not.toContain('zod')
})

test('help starts without messages, which take 15 ms to load', () => {
  const loaded = allLoadedWith('src/cli/main.ts')
  expect(loaded).toContain('src/core/flags/texts/command-line-texts.ts')
  expect(loaded).not.toContain('src/core/messages/language-records.ts')
})

function allLoadedWith(entry: string): ReadonlySet<string> {
  const loaded = new Set([entry])
  for (const file of loaded) for (const next of loadedWith(file)) loaded.add(next)
  return loaded
}

/** Modules that are loaded before the file runs; packages by their name. */
function loadedWith(file: string): readonly string[] {
  if (!file.startsWith('src/')) return []
  const text = readFileSync(join(root, file), 'utf8')
  const statements = text.matchAll(/^(?:import|export)\s+(?!type\b)[^'"]*?from\s+'([^']+)'/gm)
  return [...statements].map(([, specifier = '']) => {
    if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`
    return specifier.startsWith('.') ? normalize(join(dirname(file), specifier)) : specifier
  })
}
