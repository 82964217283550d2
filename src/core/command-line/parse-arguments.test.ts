import { expect, test } from 'vitest'
import { z } from 'zod'
import { flagsOf, type OptionRecords } from '#core/flags/flag.ts'
import { parseArguments } from './parse-arguments.ts'

const schema = z.array(z.string())
const records = {
  env: { schema, kind: 'pairs', metavar: 'NAME=VALUE', summary: '' },
  secret: { schema, kind: 'words', metavar: 'NAME', addsUp: true, summary: '' },
  goodput: { schema, kind: 'limits', metavar: 'METRIC:MS', summary: '' },
  url: { schema: z.string(), kind: 'text', metavar: 'URL', summary: '' },
  moreUrls: { schema, kind: 'words', metavar: 'URL', addsUp: true, repeats: 'url', summary: '' },
} satisfies OptionRecords
const json = {
  schema: z.record(z.string(), z.json()),
  kind: 'json',
  metavar: 'JSON',
  summary: '',
} as const
const set = {
  flags: flagsOf('Options', { ...records, body: json }),
  refused: new Map(),
  helpCommand: 'x --help',
}

test('a value has the name of the flag that was repeated', () => {
  const { named } = parseArguments('--url A --url B --secret C'.split(' '), set)
  expect(named).toEqual({ url: '--url', moreUrls: '--url', secret: '--secret' })
})

test.each(['--body {"a":{"__proto__":1}}', '--body.__proto__.a 1'])('%s is refused', (line) => {
  expect(() => parseArguments(line.split(' '), set)).toThrow('__proto__')
})

test.each([
  ['--env A=1 --env B=2', { env: { A: '1', B: '2' } }],
  ['--env A=1 B=2 --env A=3', { env: { A: '3', B: '2' } }],
  ['--secret A --env A=1 --secret B C', { env: { A: '1' }, secret: ['A', 'B', 'C'] }],
  ['--goodput ttft:1 --goodput tpot:2', { goodput: { tpot: 2 } }],
  ['--body.a+ x,y --body.a+ 1,2', { body: { a: ['x', 'y', 1, 2] } }],
  ['--body.a+ {"b":1,"c":2}', { body: { a: [{ b: 1, c: 2 }] } }],
  ['--url A', { url: 'A' }],
  ['--url A --url B --env A=1 --url C', { url: 'A', moreUrls: ['B', 'C'], env: { A: '1' } }],
  ['--url A --more-urls B C --url D', { url: 'A', moreUrls: ['B', 'C', 'D'] }],
])('%s', (line, values) => {
  expect(parseArguments(line.split(' '), set).values).toEqual(values)
})
