import { expect, test } from 'vitest'
import type { ServeFlag } from '#core/vllm/flag-index.ts'
import { findFlags, grouped } from './flag-search.ts'

const flag = (name: string, more: Partial<ServeFlag> = {}): ServeFlag => ({
  name,
  group: 'CacheConfig',
  kind: 'integer',
  default: null,
  ...more,
})
const flags = [
  flag('tensor-parallel-size', { short: '-tp', group: 'ParallelConfig', isCommon: true }),
  flag('block-size', { help: 'Tokens of a block.' }),
  flag('swap-space'),
]

test.each([
  { typed: '', found: ['tensor-parallel-size'], remark: 'those people tune' },
  { typed: '-tp', found: ['tensor-parallel-size'], remark: 'the short name' },
  { typed: '--block_size', found: ['block-size'], remark: 'as Python writes it' },
  { typed: 'tokens', found: ['block-size'], remark: 'a word of its help' },
  { typed: 'cache size', found: ['block-size'], remark: 'its group and its name' },
  { typed: 'nothing such', found: [], remark: 'nothing found' },
])('typing "$typed" finds $found: $remark', ({ typed, found }) => {
  expect(findFlags(flags, typed).map(({ name }) => name)).toEqual(found)
})

test('groups have plain headings in the order of the flags, and unknown groups come last', () => {
  const known = [flag('graph-sizes', { group: 'VllmConfig' }), ...flags]
  const spec = flag('speculative-config', { group: 'VllmConfig' })
  const shown = grouped([...known, spec, flag('lanes', { group: 'options' })])
  expect(shown.map(({ heading, flags: all }) => [heading, all.length])).toEqual([
    ['parallelism', 1],
    ['cache', 2],
    ['speculation', 1],
    ['other', 2],
  ])
})
