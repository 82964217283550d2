// Pages made from the help of the commands: docs/cli.md and kneepoint(1).
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { format, resolveConfig } from 'prettier'
import { expect, test } from 'vitest'
import { commandNames } from '../../src/cli/program.ts'
import { commandLinePage } from '../../scripts/command-line/command-line-page.ts'
import { helpOfCommands } from '../../scripts/command-line/help-of-commands.ts'
import { manPage } from '../../scripts/command-line/man-page.ts'
import { inRepository } from '../../scripts/repository.ts'

test('docs/cli.md is up to date; if not: node scripts/make-cli-page.ts', async () => {
  const file = inRepository('docs/cli.md')
  const style = await resolveConfig(file)
  const written = await format(await commandLinePage(), { ...style, parser: 'markdown' })
  expect(readFileSync(file, 'utf8')).toBe(written)
})

test('the manual has a section for each command, and no line that roff takes for a request', async () => {
  const lines = (await manPage('1.2.3')).split('\n')
  const sections = lines.filter((line) => line.startsWith('.SH '))
  expect(sections.length).toBe(commandNames.length + 5)
  const requests = lines.filter((line) => /^[.']/.test(line)).map((line) => line.split(' ')[0])
  expect(new Set(requests)).toEqual(new Set(['.TH', '.SH', '.B', '.I', '.nf', '.fi', '.TP']))
})

const groff = spawnSync('groff', ['--version']).status === 0
const man = spawnSync('man', ['--version']).status === 0

/** What a reader sees at 80 columns, without marks for bold text. */
function readWith(program: string, args: readonly string[], page: string): string {
  const { stdout, stderr } = spawnSync(program, args, {
    ...{ input: page, encoding: 'utf8' },
    env: {
      ...process.env,
      LC_ALL: 'C.UTF-8',
      MANWIDTH: '80',
      MANROFFOPT: '',
      MAN_KEEP_FORMATTING: '',
    },
  })
  expect(stderr).toBe('')
  return stdout.replaceAll(/.\x08/g, '')
}

const readers = [
  { program: 'groff', has: groff, args: ['-man', '-Kutf8', '-Tutf8', '-ww', '-P-cbou'] },
  { program: 'man', has: man, args: ['--warnings', '--local-file', '-'] },
]

test.each(readers)(
  '$program formats the manual without a warning: every command and flag reads as in --help (skipped without it)',
  async ({ program, has, args }) => {
    if (!has) return
    const lines = readWith(program, args, await manPage('1.2.3'))
      .split('\n')
      .map((line) => line.trim())
    for (const { name, text } of await helpOfCommands(72)) {
      const start = lines.indexOf(name.toUpperCase())
      expect(start, name).toBeGreaterThan(0)
      const wanted = text
        .trimEnd()
        .split('\n')
        .map((line) => line.trim())
      expect(lines.slice(start + 1, start + 1 + wanted.length)).toEqual(wanted)
    }
  },
)
