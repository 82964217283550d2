import { expect, test } from 'vitest'
import type { ServeConfig } from '#core/model/server/serve-config.ts'
import { exampleFlagIndex } from './example-flags.test-support.ts'
import { parseServeArguments } from './parse-serve-arguments.ts'

test.each<{ remark: string; args: string[]; config: Partial<ServeConfig> }>([
  {
    remark: 'a value after an equals sign',
    args: ['m', '--max-num-seqs=8'],
    config: { flags: { 'max-num-seqs': 8 } },
  },
  {
    remark: 'underscores',
    args: ['m', '--max_num_seqs', '8'],
    config: { flags: { 'max-num-seqs': 8 } },
  },
  {
    remark: 'a short form',
    args: ['m', '-tp', '4'],
    config: { flags: { 'tensor-parallel-size': 4 } },
  },
  {
    remark: 'the beginning of one flag',
    args: ['m', '--kv-cache-memory', '9'],
    config: { flags: { 'kv-cache-memory-bytes': 9 } },
  },
  {
    remark: 'the beginning of several flags',
    args: ['m', '--max', '9'],
    config: { rawArguments: ['--max', '9'] },
  },
  {
    remark: 'a number with a unit stays as written',
    args: ['m', '--max-model-len', '8k'],
    config: { flags: { 'max-model-len': '8k' } },
  },
  {
    remark: 'dotted parts',
    args: ['m', '-sc.method', 'ngram', '--speculative-config.a.b', '4'],
    config: { flags: { 'speculative-config': { method: 'ngram', a: { b: 4 } } } },
  },
  {
    remark: 'lists in dotted parts',
    args: ['m', '-sc.sizes+', '1,2'],
    config: { flags: { 'speculative-config': { sizes: [1, 2] } } },
  },
  {
    remark: 'the optimization level',
    args: ['m', '-O3'],
    config: { flags: { 'optimization-level': '3' } },
  },
  {
    remark: 'the level as a word of its own',
    args: ['m', '-O', '1'],
    config: { flags: { 'optimization-level': '1' } },
  },
  {
    remark: 'the last of two',
    args: ['m', '--max-num-seqs', '1', '--max-num-seqs', '2'],
    config: { flags: { 'max-num-seqs': 2 } },
  },
  {
    remark: 'a model that comes last',
    args: ['--enable-chunked-prefill', 'm'],
    config: { flags: { 'enable-chunked-prefill': true } },
  },
  {
    remark: 'a model by flag',
    args: ['--model', 'm', '-tp', '2'],
    config: { flags: { 'tensor-parallel-size': 2 } },
  },
  {
    remark: 'a negative number',
    args: ['m', '--max-model-len', '-1'],
    config: { flags: { 'max-model-len': -1 } },
  },
  {
    remark: 'an unknown flag',
    args: ['m', '--brand-new', 'x', '-tp', '2'],
    config: { flags: { 'tensor-parallel-size': 2 }, rawArguments: ['--brand-new', 'x'] },
  },
  {
    remark: 'a part without a value yet',
    args: ['m', '--speculative-config.method', '-tp', '2'],
    config: { flags: { 'speculative-config': { method: '' }, 'tensor-parallel-size': 2 } },
  },
  { remark: 'a second model', args: ['m', 'n'], config: { rawArguments: ['n'] } },
])('$remark', ({ args, config }) => {
  expect(parseServeArguments(args, exampleFlagIndex)).toEqual({
    model: 'm',
    flags: {},
    rawArguments: [],
    ...config,
  })
})
