import { expect, test } from 'vitest'
import { temporaryFile } from './fixtures/temporary-file.ts'
import { readTextLines } from './dataset-file.ts'

test.each([
  ['', []],
  ['a', ['a']],
  ['a\n', ['a']],
  ['a\r\n\nb', ['a', '', 'b']],
  ['\uFEFFé🙂\n', ['é🙂']],
])('%j has the lines %j', async (text, expected) => {
  const lines: string[] = []
  for await (const line of readTextLines(await temporaryFile('t.txt', text))) lines.push(line)
  expect(lines).toEqual(expected)
})

test('a line may be longer than what is read at once', async () => {
  const long = 'x'.repeat((1 << 20) + 5)
  const lines: string[] = []
  for await (const line of readTextLines(await temporaryFile('t.txt', `a\n${long}\nb`))) {
    lines.push(line)
  }
  expect(lines).toEqual(['a', long, 'b'])
})
