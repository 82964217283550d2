// The zones of src/node are held by lint: every folder is a zone, and an import that the table lacks is refused.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ESLint, Linter } from 'eslint'
import { expect, test } from 'vitest'
import { zoneRule, zones } from '../../eslint.zones.ts'

const root = join(import.meta.dirname, '../..')

test('every folder of src/node is a zone', () => {
  const folders = readdirSync(join(root, 'src/node'), { withFileTypes: true })
  const names = folders.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  expect(names.filter((name) => !(name in zones))).toEqual([])
})

test('zones import downwards', () => {
  const names = Object.keys(zones).filter((name) => !name.startsWith('simulator'))
  const upwards = names.flatMap((name, index) => {
    const above = new Set(names.slice(index))
    return zones[name]?.imports.filter((other) => above.has(other)).map((o) => `${name} → ${o}`)
  })
  expect(upwards).toEqual([])
})

function messagesOf(file: string, code: string): string[] {
  const config = {
    files: ['**/*.ts'],
    plugins: { kneepoint: { rules: { zones: zoneRule } } },
    rules: { 'kneepoint/zones': 'error' as const },
  }
  const found = new Linter({ cwd: root }).verify(code, config, { filename: join(root, file) })
  return found.map(({ message }) => message)
}

test.each([
  [
    'src/node/jobs/serve-job.ts',
    "import { a } from '#node/application/a.ts'",
    'src/node/application',
  ],
  ['src/node/report/a.ts', "export { a } from '../application/a.ts'", 'src/node/application'],
  ['src/node/application/a.ts', "import { a } from '#node/report/a.ts'", 'src/node/report'],
  ['src/node/load/run-load.ts', "void import('#node/http/a.ts')", 'src/node/http'],
  ['src/node/simulator/engine/a.ts', "import { a } from '../api/a.ts'", 'src/node/simulator/api'],
])('%s may not: %s', (file, code, target) => {
  expect(messagesOf(file, code)).toEqual([expect.stringContaining(`does not import ${target};`)])
})

test('a zone imports what the table lists, itself, and other layers', () => {
  const code = [
    "import { a } from '#node/jobs/a.ts'",
    "import { b } from './b.ts'",
    "import { c } from '#core/c.ts'",
    "import { d } from 'node:path'",
  ]
  expect(messagesOf('src/node/application/servers/a.ts', code.join('\n'))).toEqual([])
})

test('the rule is on for src/node', { timeout: 240_000 }, async () => {
  const config: unknown = await new ESLint({ cwd: root }).calculateConfigForFile(
    join(root, 'src/node/jobs/serve-job.ts'),
  )
  expect(config).toMatchObject({ rules: { 'kneepoint/zones': [2] } })
})
