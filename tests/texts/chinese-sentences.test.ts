// Everything a window can be told of what failed has a Chinese text.
import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { problemText } from '../../src/renderer/i18n/problem-text.ts'
import { sentencesIn } from './written-sentences.ts'

/** Reports are in English wherever they are made, and what the simulator answers are words of a server. */
const notForTheWindow =
  /\.test(-support)?\.ts$|\/fixtures\/|^src\/core\/report|^src\/node\/simulator\/(.*-(routes?|body)|api\/prompt-(length|tokens))\.ts$/

const files = ['core', 'contract', 'node', 'utility', 'renderer/api', 'renderer/components']
  .flatMap((folder) => globSync(`src/${folder}/**/*.ts`))
  .filter((file) => !notForTheWindow.test(file))
  .sort()
const sentences = [...new Map(sentencesIn(files).map((one) => [one.text, one])).values()]

test.each([
  ['a message', 'Turn --enable-lora on.'],
  ['what is handed on to it', 'Close it; quotes inside quotes are written twice.'],
  ['what is kept under a name', 'Choose a file that vLLM or Kneepoint wrote.'],
])('%s is found', (_what, sentence) => {
  expect(sentences.map(({ text }) => text)).toContain(sentence)
})

test('hundreds are found', () => {
  expect(sentences.length).toBeGreaterThan(600)
})

test.each(sentences)('$place: $text', ({ text }) => {
  // A word of it that stays English is a name, or a line of a log.
  expect(problemText(text, 'zh')).toMatch(/[\u4e00-\u9fff]/)
})
