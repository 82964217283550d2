import { expect, test } from 'vitest'
import { exampleFlagIndex } from './example-flags.test-support.ts'
import { configFileContents, configFromFile } from './import-serve-command.ts'

test('keys may have either spelling, and lead back to the same file', () => {
  const contents = {
    model: 'm',
    tensor_parallel_size: 2,
    'no-enable-chunked-prefill': true,
    'speculative-config': { method: 'ngram' },
    'max-model-len': null,
    'brand-new': 1,
  }
  const config = configFromFile(contents, exampleFlagIndex)
  expect(config).toEqual({
    model: 'm',
    flags: {
      'tensor-parallel-size': 2,
      'enable-chunked-prefill': false,
      'speculative-config': { method: 'ngram' },
      'brand-new': 1,
    },
    rawArguments: [],
  })
  expect(configFromFile(configFileContents(config), exampleFlagIndex)).toEqual(config)
})

test.each([
  { contents: 'text', message: 'The file must be an object.' },
  { contents: { dtype: () => 1 }, message: 'dtype must be' },
])('$message', ({ contents, message }) => {
  expect(() => configFromFile(contents, exampleFlagIndex)).toThrow(message)
})
