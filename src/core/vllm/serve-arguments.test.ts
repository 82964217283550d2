import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ServeConfig, ServeFlagValue } from '#core/model/launch-profile.ts'
import { exampleFlagIndex } from './example-flags.test-support.ts'
import { parseServeArguments } from './parse-serve-arguments.ts'
import { serveArguments, serveCommandText } from './serve-arguments.ts'

const config = (flags: ServeConfig['flags']): ServeConfig => ({
  model: 'm',
  flags,
  rawArguments: [],
})

test.each<{ remark: string; flags: ServeConfig['flags']; args: string[] }>([
  {
    remark: 'a number',
    flags: { 'tensor-parallel-size': 2 },
    args: ['--tensor-parallel-size', '2'],
  },
  {
    remark: 'a switch that is on',
    flags: { 'enable-chunked-prefill': true },
    args: ['--enable-chunked-prefill'],
  },
  {
    remark: 'a switch that is off',
    flags: { 'enable-chunked-prefill': false },
    args: ['--no-enable-chunked-prefill'],
  },
  {
    remark: 'a switch that can only be left out',
    flags: { 'disable-log-stats': false },
    args: [],
  },
  {
    remark: 'JSON as one word',
    flags: { 'speculative-config': { method: 'ngram', n: [1] } },
    args: ['--speculative-config', '{"method":"ngram","n":[1]}'],
  },
  {
    remark: 'a list',
    flags: { 'served-model-name': ['a', 'b'] },
    args: ['--served-model-name', 'a', 'b'],
  },
  {
    remark: 'a list that is one word',
    flags: { 'device-ids': [0, 1] },
    args: ['--device-ids', '0,1'],
  },
  {
    remark: 'a flag said once per item',
    flags: { middleware: ['a', 'b'] },
    args: ['--middleware', 'a', '--middleware', 'b'],
  },
  {
    remark: 'a value that begins with a dash',
    flags: { 'chat-template': '-x' },
    args: ['--chat-template=-x'],
  },
  { remark: 'an unknown flag', flags: { 'brand-new': 'x' }, args: ['--brand-new', 'x'] },
])('$remark', ({ flags, args }) => {
  expect(serveArguments(config(flags), exampleFlagIndex)).toEqual(['m', ...args])
})

test('raw arguments come last', () => {
  const args = serveArguments(
    { model: 'm', flags: { 'max-num-seqs': 8 }, rawArguments: ['--x', '1'] },
    exampleFlagIndex,
  )
  expect(args).toEqual(['m', '--max-num-seqs', '8', '--x', '1'])
})

test('the command is shown one flag a line', () => {
  const flags = { 'tensor-parallel-size': 2, 'speculative-config': { method: 'ngram' } }
  expect(serveCommandText(['vllm', 'serve'], config(flags), exampleFlagIndex)).toBe(
    `vllm serve m \\\n  --tensor-parallel-size 2 \\\n  --speculative-config '{"method":"ngram"}'`,
  )
})

const word = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !text.startsWith('-'))
const values: Readonly<Record<string, fc.Arbitrary<ServeFlagValue>>> = {
  'tensor-parallel-size': fc.integer(),
  'gpu-memory-utilization': fc.double({ noNaN: true, noDefaultInfinity: true }).map((x) => x + 0),
  'enable-chunked-prefill': fc.boolean(),
  'served-model-name': fc.array(word, { minLength: 1 }),
  'chat-template': fc.string({ unit: 'grapheme' }),
  'speculative-config': fc
    .dictionary(fc.string(), fc.jsonValue())
    // An object that is parsed loses this one key, on purpose.
    .filter((value) => !JSON.stringify(value).includes('__proto__'))
    .map((value) => JSON.parse(JSON.stringify(value)) as ServeFlagValue),
}

test('what was written is read back', () => {
  fc.assert(
    fc.property(fc.record(values, { requiredKeys: [] }), word, (flags, model) => {
      const written = serveArguments(
        { model, flags: flags as ServeConfig['flags'], rawArguments: [] },
        exampleFlagIndex,
      )
      expect(parseServeArguments(written, exampleFlagIndex)).toEqual({
        model,
        flags,
        rawArguments: [],
      })
    }),
  )
})
