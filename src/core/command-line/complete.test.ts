import { expect, test } from 'vitest'
import { z } from 'zod'
import { flagsOf } from '../flags/flag.ts'
import { benchServeFlags } from './bench-serve-flags.ts'
import { complete, type CommandShape } from './complete.ts'

const compareFlags = flagsOf('Options', {
  json: { schema: z.string().nullable(), kind: 'text', metavar: 'FILE', summary: 'As JSON.' },
  telemetry: { schema: z.boolean().default(true), kind: 'switch', summary: 'Samples of GPUs.' },
})

const shapes: Readonly<Record<string, CommandShape>> = {
  'bench serve': { flags: benchServeFlags },
  'bench sweep': { flags: [], words: '[FILE]' },
  compare: { flags: compareFlags, words: '[RUN RUN …|SWEEP]' },
  'host facts': { flags: [], words: 'HOST' },
}

async function offered(...words: readonly string[]) {
  const completion = await complete(words, {
    names: Object.keys(shapes),
    shapeOf: (name) => Promise.resolve(shapes[name] ?? { flags: [] }),
  })
  return completion.kind === 'candidates'
    ? completion.candidates.map(({ value }) => value)
    : completion
}

test('commands, word by word', async () => {
  expect(await offered('')).toEqual([
    ...['bench', 'compare', 'host', '--help', '--version', '--lang'],
  ])
  expect(await offered('b')).toEqual(['bench'])
  expect(await offered('bench', '')).toEqual(['serve', 'sweep'])
  expect(await offered('nothing', '')).toEqual([])
})

test('flags by their beginning, with what they are about', async () => {
  expect(await offered('bench', 'serve', '--max-conc')).toEqual(['--max-concurrency'])
  expect(await offered('bench', 'serve', '')).toContain('--num-prompts')
  expect(await offered('compare', '--')).toEqual(['--json', '--no-telemetry', '--help'])
})

test.each([
  { words: ['bench', 'serve', '--dataset-name', 'prefix'], values: ['prefix_repetition'] },
  { words: ['bench', 'serve', '--dataset_name', 'prefix'], values: ['prefix_repetition'] },
  {
    words: ['bench', 'serve', '--dataset-name=prefix'],
    values: ['--dataset-name=prefix_repetition'],
  },
  { words: ['bench', 'serve', '--dataset-name', '=', 'prefix'], values: ['prefix_repetition'] },
])('values of a choice: $words', async ({ words, values }) => {
  expect(await offered(...words)).toEqual(values)
})

test('a bare equal sign offers every choice', async () => {
  expect(await offered('bench', 'serve', '--transport', '=')).toEqual([
    ...['native', 'undici', 'undici-h2'],
  ])
})

test('a number has no candidates', async () => {
  expect(await offered('bench', 'serve', '--num-prompts', '')).toEqual([])
})

test('files where a flag or an argument takes one', async () => {
  expect(await offered('compare', '--json', 'a')).toEqual({ kind: 'files' })
  expect(await offered('bench', 'sweep', '')).toEqual({ kind: 'files' })
})

test('names of runs and hosts, which the caller looks up', async () => {
  expect(await offered('compare', 'qw')).toEqual({ kind: 'kept', nouns: ['run'], typed: 'qw' })
  expect(await offered('host', 'facts', '')).toEqual({ kind: 'kept', nouns: ['host'], typed: '' })
  expect(await offered('bench', 'serve', '--on', 'g')).toEqual({
    kind: 'kept',
    nouns: ['host'],
    typed: 'g',
  })
})
