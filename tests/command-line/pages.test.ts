// Pages made from the help of the commands: docs/cli.md and kneepoint(1).
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { format, resolveConfig } from 'prettier'
import { expect, test } from 'vitest'
import { commandNames } from '../../src/cli/program.ts'
import { commandLinePage } from '../../scripts/command-line/command-line-page.ts'
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

test.skipIf(!groff)(
  'groff formats the manual without a warning, as it reads in --help',
  async () => {
    const page = await manPage('1.2.3')
    const { stdout, stderr } = spawnSync('groff', ['-man', '-Kutf8', '-Tutf8', '-ww', '-P-cbou'], {
      ...{ input: page, encoding: 'utf8' },
    })
    expect(stderr).toBe('')
    expect(stdout).toContain('--baseline-url URL')
    expect(stdout).toContain('--max-concurrency')
  },
)
