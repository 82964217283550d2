// An export that only tests use says so in its docstring: every other export of src is imported by production code.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const mark = 'Exported for tests'

const isTest = /\.(test|test-support)\.ts$|\/fixtures\/|^(src\/features\/[^/]+\/)?(tests|e2e)\//
const files = globSync(
  ['{src,bench,scripts,tests,e2e}/**/*.{ts,vue}', '*.config.ts', 'electron-builder.ts'],
  { cwd: root },
)
const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))

const importPattern = /\b(?:import|export)\s+(?:type\s+)?(\*|\{[^}]*\})[^'";]*?\bfrom\s*'([^']+)'/g
const wholePattern = /\bimport\(\s*'([^']+)'\s*\)/g

function targetOf(specifier: string, importer: string): string {
  const [path = ''] = specifier.split('?')
  return path.startsWith('#') ? `src/${path.slice(1)}` : normalize(join(dirname(importer), path))
}

/** What files import: `src/core/a.ts: name`, or `src/core/a.ts: *`. */
function importedBy(importers: readonly string[]): ReadonlySet<string> {
  const imported = importers.flatMap((file) => {
    const text = texts.get(file) ?? ''
    const named = [...text.matchAll(importPattern)].flatMap(([, what = '', specifier = '']) => {
      const members = what === '*' ? ['*'] : what.slice(1, -1).split(',')
      const names = members.map((member) => member.trim().replace(/^type\s+|\s+as\s.*$/g, ''))
      return names.map((name) => `${targetOf(specifier, file)}: ${name}`)
    })
    const whole = [...text.matchAll(wholePattern)].map(
      ([, specifier = '']) => `${targetOf(specifier, file)}: *`,
    )
    return [...named, ...whole]
  })
  return new Set(imported)
}

const inProduction = importedBy(files.filter((file) => !isTest.test(file)))
const inTests = importedBy(files.filter((file) => isTest.test(file)))

const exportPattern =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:type|interface|const|function\*?|class) (\w+)/gm

type Exported = Readonly<{ file: string; place: string; docstring: string }>

function exportsOf(file: string): Exported[] {
  const text = texts.get(file) ?? ''
  return [...text.matchAll(exportPattern)].map((match) => {
    const above = text.slice(0, match.index)
    const docstring = /\/\*\*(?:(?!\*\/)[\s\S])*\*\/\s*$/.exec(above)?.[0] ?? ''
    return { file, place: `${file}: ${match[1]}`, docstring }
  })
}

const exported = files
  .filter((file) => file.startsWith('src/') && !isTest.test(file))
  .flatMap(exportsOf)
const onlyInTests = exported.filter(
  ({ file, place }) =>
    inTests.has(place) && !inProduction.has(place) && !inProduction.has(`${file}: *`),
)

test('what only tests import says so', () => {
  const unsaid = onlyInTests.filter(({ docstring }) => !docstring.includes(mark))
  expect(unsaid.map(({ place }) => place)).toEqual([])
})

test('what says so is imported by tests alone', () => {
  const said = exported.filter(({ docstring }) => docstring.includes(mark))
  expect(said.filter((one) => !onlyInTests.includes(one)).map(({ place }) => place)).toEqual([])
})
