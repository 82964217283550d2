// The completion scripts, run by the shells they are for. No PowerShell is at hand: of its script only the call of the
// program is tested.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '#node/storage/database.ts'
import { saveHost } from '#node/storage/hosts-and-servers.ts'
import { saveRun } from '#node/storage/runs.ts'
import { exampleRun } from '#node/storage/storage.test-support.ts'
import { completedWords, shellScripts } from '../../src/cli/arguments/shell-scripts.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-'))
const program = path.join(import.meta.dirname, '../../bin/kneepoint')

beforeAll(() => {
  symlinkSync(program, path.join(folder, 'kneepoint'))
  mkdirSync(path.join(folder, 'data'))
  const database = openDatabase(path.join(folder, 'data/kneepoint.db'))
  const { createdAtEpochMs } = exampleRun
  for (const [age, [id, name]] of Object.entries(runNames).entries()) {
    saveRun(database, { ...exampleRun, id, name, createdAtEpochMs: createdAtEpochMs - age })
  }
  const spec = {
    kind: 'ssh',
    destination: 'h',
    user: null,
    port: null,
    identityFile: null,
  } as const
  saveHost(database, { id: 'h1', name: 'gpu-03', spec, createdAtEpochMs, facts: null })
  database.close()
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Newest first. */
const runNames = {
  '7c11aa00-1111': 'nightly-tp4',
  '5faacd5a-2222': 'nightly-tp4',
  '03bb9921-3333': 'not one word',
}

/** What the shell offers, without explanations, in its order. */
function offeredBy(shell: string, script: string): readonly string[] {
  return offered(shell, ['-c', script])
}

function offered(
  command: string,
  args: readonly string[],
  variables: NodeJS.ProcessEnv = {},
): readonly string[] {
  const { stdout, stderr } = spawnSync(command, args, {
    encoding: 'utf8',
    env: {
      ...process.env,
      KNEEPOINT_DATA: path.join(folder, 'data'),
      PATH: `${folder}:${path.dirname(process.execPath)}:${process.env['PATH']}`,
      LC_ALL: 'C.UTF-8',
      ...variables,
    },
  })
  expect(stderr).toBe('')
  return stdout
    .trim()
    .split('\n')
    .map((line) => line.split('\t')[0] ?? '')
}

const shells = {
  bash: (words: readonly string[]) => `${shellScripts.bash}
COMP_WORDS=(kneepoint ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}
_kneepoint; printf '%s\\n' "\${COMPREPLY[@]}"`,
  // Outside its line editor zsh has no compadd; what it would be given is in its last argument's array.
  zsh: (words: readonly string[]) => `compdef() { : }; compadd() { print -l -- $values }
${shellScripts.zsh.replaceAll('local -a values', 'typeset -ga values')}
words=(kneepoint ${words.map((word) => `'${word}'`).join(' ')}); CURRENT=${words.length + 1}
_kneepoint`,
  fish: (words: readonly string[]) => `${shellScripts.fish}
complete --do-complete 'kneepoint ${words.join(' ')}'`,
}

describe.each(Object.entries(shells))('%s', (shell, script) => {
  const isInstalled = spawnSync(shell, ['-c', 'true']).status === 0

  test.skipIf(!isInstalled)('completes commands, flags and values', () => {
    expect(offeredBy(shell, script(['bench', 's'])).toSorted()).toEqual([
      ...['serve', 'startup', 'sweep'],
    ])
    expect(offeredBy(shell, script(['bench', 'serve', '--max-conc']))).toEqual([
      '--max-concurrency',
    ])
    expect(offeredBy(shell, script(['bench', 'serve', '--transport', 'und']))).toEqual([
      ...['undici', 'undici-h2'],
    ])
  })

  test.skipIf(!isInstalled)('completes ids and names of runs, and hosts', () => {
    expect(offeredBy(shell, script(['export', '5f']))).toEqual(['5faacd5a'])
    expect(offeredBy(shell, script(['export', 'n']))).toEqual(['nightly-tp4'])
    expect(offeredBy(shell, script(['host', 'facts', 'g']))).toEqual(['gpu-03'])
  })
})

/** As the script for PowerShell calls the program. An empty variable is none in PowerShell. */
test.each([
  { words: [''], value: 'bench' },
  { words: ['bench', ''], value: 'serve' },
  { words: ['bench', 'serve', '--max-conc'], value: '--max-concurrency' },
  { words: ['bench', 'serve', '--transport', ''], value: 'undici-h2' },
])('words in a variable, one a line: $words', ({ words, value }) => {
  const lines = words.join('\n')
  const variables = lines === '' ? {} : { [completedWords]: lines }
  expect(offered('kneepoint', ['complete'], variables)).toContain(value)
  expect(shellScripts.powershell).toContain(`$env:${completedWords} = $words -join "\`n"`)
})
