import { expect, test } from 'vitest'
import { inGroup, type FlagText } from '../model/flags/flag.ts'
import { parseArguments } from './parse-arguments.ts'

const texts: readonly FlagText<'env' | 'secret' | 'header'>[] = [
  { field: 'env', kind: 'pairs', metavar: 'NAME=VALUE', addsUp: true, summary: '' },
  { field: 'secret', kind: 'words', metavar: 'NAME', addsUp: true, summary: '' },
  { field: 'header', kind: 'pairs', metavar: 'KEY=VALUE', summary: '' },
]
const set = { flags: inGroup('Options', texts), refused: new Map(), helpCommand: 'x --help' }

test.each([
  ['--env A=1 --env B=2', { env: { A: '1', B: '2' } }],
  ['--env A=1 B=2 --env A=3', { env: { A: '3', B: '2' } }],
  ['--secret A --env A=1 --secret B C', { env: { A: '1' }, secret: ['A', 'B', 'C'] }],
  ['--header A=1 --header B=2', { header: { B: '2' } }],
])('%s', (line, values) => {
  expect(parseArguments(line.split(' '), set).values).toEqual(values)
})
