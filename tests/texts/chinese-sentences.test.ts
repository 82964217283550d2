// Everything that is said of hosts, launches, runs and sweeps in progress has a Chinese text.
import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { problemText } from '../../src/renderer/i18n/problem-text.ts'
import { sentencesIn } from './written-sentences.ts'

const places = [
  'src/core/vllm/**/*.ts',
  'src/core/shell/*.ts',
  'src/core/host/*.ts',
  'src/node/remote/**/*.ts',
  'src/node/application/**/*.ts',
  'src/node/experiment/**/*.ts',
  'src/node/load/**/*.ts',
]
const files = places
  .flatMap((place) => globSync(place))
  .filter((file) => !/\.test(-support)?\.ts$/.test(file))
  .sort()
const sentences = files.flatMap(sentencesIn)

test('sentences are found at all', () => {
  expect(sentences.map(({ text }) => text)).toContain('Turn --enable-lora on.')
  expect(sentences.length).toBeGreaterThan(150)
})

test.each(sentences)('$place: $text', ({ text }) => {
  // A word of it that stays English is a name, or a line of a log.
  expect(problemText(text, 'zh')).toMatch(/[\u4e00-\u9fff]/)
})
