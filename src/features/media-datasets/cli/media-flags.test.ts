import { expect, test } from 'vitest'
import { parseBenchServe } from '#cli/arguments/parse-bench-serve.ts'

const randomMm = [
  ...['--backend=openai-chat', '--endpoint=/v1/chat/completions'],
  '--dataset-name=random-mm',
]

test.each<[string[], string]>([
  [['--dataset-name=random-mm'], '--backend: images and videos are sent as parts of chat'],
  [
    ['--random-mm-bucket-config', '{(0, 8, 1): 1}'],
    '--random-mm-bucket-config must be keyed by "(height, width, frames)", not "(0, 8, 1)" in "{(0, 8, 1): 1}".',
  ],
  [
    [...randomMm, '--random-mm-bucket-config', '{(8, 8, 1): 0}'],
    '--random-mm-bucket-config: needs at least one size with a weight above 0',
  ],
  [
    [...randomMm, '--random-mm-limit-mm-per-prompt.image', '0'],
    '--random-mm-base-items-per-request: asks for more items than the limits',
  ],
])('%j is refused: %s', (args, sentence) => {
  expect(() => parseBenchServe(args)).toThrow(sentence)
})

test('sizes are taken in the notation of Python', () => {
  const sizes = ['--random-mm-bucket-config', '{(64, 64, 1): 1}']
  const { config, warnings } = parseBenchServe([...randomMm, ...sizes])
  expect(warnings).toEqual([])
  expect(config.randomMmBucketConfig).toEqual({ '(64, 64, 1)': 1 })
})
