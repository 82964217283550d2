// Lint holds the zones of src/node, the floors of src/core and the walls of features: an import that the tables lack is refused.
import { readdirSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { Linter } from 'eslint'
import { expect, test } from 'vitest'
import config from '../../oxlint.config.ts'
import { featureRule } from '../../scripts/lint/features.ts'
import { floorRule, floors } from '../../scripts/lint/floors.ts'
import { zoneRule, zones } from '../../scripts/lint/zones.ts'

const root = join(import.meta.dirname, '../..')

function foldersIn(path: string): string[] {
  const entries = readdirSync(join(root, path), { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
}

test('every folder of src/node is a zone', () => {
  expect(foldersIn('src/node').filter((name) => !(name in zones))).toEqual([])
})

test('every folder of src/core is on one floor', () => {
  expect(Object.values(floors).flat().sort()).toEqual(foldersIn('src/core').sort())
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
    plugins: {
      kneepoint: { rules: { features: featureRule, floors: floorRule, zones: zoneRule } },
    },
    rules: {
      'kneepoint/features': 'error' as const,
      'kneepoint/floors': 'error' as const,
      'kneepoint/zones': 'error' as const,
    },
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

test.each([
  [
    'src/core/stats/a.ts',
    '#core/judgement/a.ts',
    /stats \(floor measurement\).*judgement \(floor judgement\)/,
  ],
  ['src/core/traits/a.ts', '../flags/a.ts', /traits \(floor model\).*flags \(floor model\)/],
])('%s does not import %s', (file, specifier, refusal) => {
  expect(messagesOf(file, `import { a } from '${specifier}'`)).toEqual([
    expect.stringMatching(refusal),
  ])
})

test('a floor imports lower ones', () => {
  const code = "import { a } from '#core/stats/a.ts'\nimport { b } from './b.ts'"
  expect(messagesOf('src/core/judgement/a.ts', code)).toEqual([])
})

test.each([
  ['src/cli/program.ts', "void import('#features/mcp/cli/mcp.ts')", 1],
  ['src/features/imports/node/a.ts', "import { a } from '../../mcp/cli/mcp.ts'", 1],
  ['tests/command-line/a.test.ts', "import { a } from '../../src/features/mcp/cli/mcp.ts'", 1],
  ['src/cli/features.ts', "export { a } from '#features/mcp/cli/feature.ts'", 0],
  ['src/features/mcp/cli/mcp.ts', "import { a } from '#features/mcp/messages/zh.ts'", 0],
  ['src/features/mcp/cli/mcp.ts', "import { a } from '#cli/program.ts'", 0],
])('%s with %s: %i refused', (file, code, refused) => {
  expect(messagesOf(file, code)).toEqual(
    Array<unknown>(refused).fill(expect.stringContaining('so that it can be deleted')),
  )
})

test.each([
  ['kneepoint/features', 'src/cli/program.ts'],
  ['kneepoint/zones', 'src/node/jobs/serve-job.ts'],
  ['kneepoint/floors', 'src/core/stats/figure-of.ts'],
])('%s is on', (rule, file) => {
  const applied = config.overrides?.filter(({ files }) =>
    files.some((pattern) => matchesGlob(file, pattern)),
  )
  expect(applied).toContainEqual(
    expect.objectContaining({ rules: expect.objectContaining({ [rule]: 'error' }) as unknown }),
  )
})
