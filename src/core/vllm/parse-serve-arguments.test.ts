import { expect, test } from 'vitest'
import type { ServeConfig } from '#core/model/launch-profile.ts'
import { exampleFlagIndex } from './example-flags.test-support.ts'
import { parseServeArguments } from './parse-serve-arguments.ts'

test.each<[what: string, line: string, config: Partial<ServeConfig>]>([
  ['a value after an equals sign', 'm --max-num-seqs=8', { flags: { 'max-num-seqs': 8 } }],
  ['underscores', 'm --max_num_seqs 8', { flags: { 'max-num-seqs': 8 } }],
  ['typographic dashes', 'm —max-num-seqs 8', { flags: { 'max-num-seqs': 8 } }],
  ['a short form', 'm -tp 4', { flags: { 'tensor-parallel-size': 4 } }],
  ['the beginning of one flag', 'm --kv-cache-memory 9', { flags: { 'kv-cache-memory-bytes': 9 } }],
  ['the beginning of several flags', 'm --max 9', { rawArguments: ['--max', '9'] }],
  [
    'a number with a unit stays as written',
    'm --max-model-len 8k',
    { flags: { 'max-model-len': '8k' } },
  ],
  [
    'dotted parts',
    'm -sc.method ngram --speculative-config.a.b 4',
    { flags: { 'speculative-config': { method: 'ngram', a: { b: 4 } } } },
  ],
  [
    'lists in dotted parts',
    'm -sc.sizes+ 1,2',
    { flags: { 'speculative-config': { sizes: [1, 2] } } },
  ],
  ['the optimization level', 'm -O3', { flags: { 'optimization-level': '3' } }],
  ['the level as a word of its own', 'm -O 1', { flags: { 'optimization-level': '1' } }],
  ['the last of two', 'm --max-num-seqs 1 --max-num-seqs 2', { flags: { 'max-num-seqs': 2 } }],
  [
    'a model that comes last',
    '--enable-chunked-prefill m',
    { flags: { 'enable-chunked-prefill': true } },
  ],
  ['a model by flag', '--model m -tp 2', { flags: { 'tensor-parallel-size': 2 } }],
  ['a negative number', 'm --max-model-len -1', { flags: { 'max-model-len': -1 } }],
  [
    'an unknown flag',
    'm --brand-new x -tp 2',
    { flags: { 'tensor-parallel-size': 2 }, rawArguments: ['--brand-new', 'x'] },
  ],
  [
    'a part without a value yet',
    'm --speculative-config.method -tp 2',
    { flags: { 'speculative-config': { method: '' }, 'tensor-parallel-size': 2 } },
  ],
  ['a second model', 'm n', { rawArguments: ['n'] }],
])('%s', (_what, line, config) => {
  expect(parseServeArguments(line.split(' '), exampleFlagIndex)).toEqual({
    model: 'm',
    flags: {},
    rawArguments: [],
    ...config,
  })
})
