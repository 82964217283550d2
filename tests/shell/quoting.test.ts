// Every shell a host may have as its login shell has to hand over every word byte for byte.
import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shellText } from '#core/command-line/launch-functions.ts'

const shells = ['sh', 'bash', 'dash', 'zsh', 'fish']
const nastyWords = [
  ...[
    '',
    ' ',
    '\n',
    '\t',
    '\\',
    '\\\\',
    "'",
    '"',
    '`id`',
    '$HOME',
    '$(id)',
    '${x}',
    '~',
    '*',
    '?',
    '[a]',
    '!',
    '!!',
  ],
  ...[
    'a\\',
    "\\'",
    "''",
    "'\\''",
    '\r\n',
    '=ls',
    '%self',
    '-n',
    '--',
    '#',
    ';',
    '&&',
    '|',
    '>x',
    '{a,b}',
    '^',
    'é漢🦀',
  ],
]

/** External, so that no shell's own `printf` has a say. */
function wordsThrough(shell: string, words: readonly string[]): string[] {
  const command = shellText(['/usr/bin/printf', String.raw`%s\0`, ...words])
  const { stdout, stderr, status } = spawnSync(shell, ['-c', command], { encoding: 'utf8' })
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
  return stdout.split('\0').slice(0, -1)
}

describe.each(shells)('%s', (shell) => {
  const isInstalled = spawnSync(shell, ['-c', 'true']).status === 0

  test.skipIf(!isInstalled)('hands over what shells treat specially', () => {
    expect(wordsThrough(shell, nastyWords)).toEqual(nastyWords)
  })

  test.skipIf(!isInstalled)('hands over any word', () => {
    const word = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme-ascii' }))
    const words = fc.array(
      word.filter((text) => !text.includes('\0')),
      { minLength: 1, maxLength: 40 },
    )
    fc.assert(
      fc.property(words, (sent) => {
        expect(wordsThrough(shell, sent)).toEqual(sent)
      }),
      { numRuns: 25 },
    )
  })
})
