import { expect, test } from 'vitest'
import { splitShellText } from './split-shell-text.ts'

test.each([
  {
    remark: 'blanks, tabs and line ends separate words',
    text: ' a\tb\nc ',
    args: ['a', 'b', 'c'],
  },
  {
    remark: 'a backslash at the end of a line joins lines',
    text: 'a \\\n  --b c\\\nd',
    args: ['a', '--b', 'cd'],
  },
  { remark: 'Windows line ends do too', text: 'a \\\r\n b', args: ['a', 'b'] },
  { remark: 'quotes may begin inside a word', text: `--x='{"a": 1}'`, args: ['--x={"a": 1}'] },
  { remark: 'empty quotes are a word', text: `a '' ""`, args: ['a', '', ''] },
  {
    remark: 'escapes inside double quotes',
    text: String.raw`"\"\$a\\ \n"`,
    args: [String.raw`"$a\ \n`],
  },
  { remark: 'a dollar sign in single quotes is itself', text: `'$HOME'`, args: ['$HOME'] },
  { remark: 'a price is no variable', text: 'a$ "5$"', args: ['a$', '5$'] },
  { remark: 'nothing', text: '', args: [] },
])('$remark', ({ text, args }) => {
  expect(splitShellText(text)).toEqual(args)
})

test.each([
  { remark: 'an open quotation mark', text: `vllm 'serve`, message: 'is never closed' },
  { remark: 'a variable', text: 'serve "$MODEL"', message: '"$MODEL" needs a shell to expand it' },
  { remark: 'a command', text: 'serve `cat model`', message: 'needs a shell to expand it' },
  {
    remark: 'a command in parentheses',
    text: 'serve $(cat model)',
    message: 'needs a shell to expand it',
  },
  { remark: 'a second command', text: 'serve x && echo', message: '"&&" is shell syntax' },
  { remark: 'a redirection', text: 'serve x > log', message: '">" is shell syntax' },
])('$remark is refused', ({ text, message }) => {
  expect(() => splitShellText(text)).toThrow(message)
})
