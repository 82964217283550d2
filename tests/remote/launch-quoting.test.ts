// Whatever is asked for arrives at the server's process byte for byte: model, values of flags, variables, secrets,
// raw words, and the folder the program lies in.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { launchProfileSchema } from '#core/model/launch-profile.ts'
import { launchCommand } from '#core/vllm/launch/launch-command.ts'
import { environmentFile, leaderScript } from '#core/vllm/launch/launch-scripts.ts'
import { ownFlagIndex } from '#node/remote/launch/flag-catalogue.ts'
import { temporaryFolder } from './ssh-daemon.ts'

const folder = temporaryFolder()
afterAll(() => rmSync(folder, { recursive: true }))

const text = fc
  .oneof(
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.constantFrom(
      "it's",
      '$(id)',
      '`id`',
      '"',
      '\\',
      'a\nb',
      '$HOME',
      '*',
      '漢字🦀',
      ' ',
      "'\\''",
    ),
  )
  .filter((word) => !word.includes('\0'))
const word = text.filter((value) => value !== '')
const place = word.filter((value) => !/[/\n]|^\.{1,2}$|^~/.test(value) && isShort(value))

function isShort(name: string): boolean {
  return Buffer.byteLength(name) < 100 && Buffer.from(name).toString() === name
}

/** Prints its arguments and its variables to the file that a variable names. */
const teller = `#!/bin/sh
exec '${process.execPath}' -e '
  const { TOLD, VALUE, SECRET } = process.env
  require("node:fs").writeFileSync(TOLD, JSON.stringify({ words: process.argv.slice(1), VALUE, SECRET }))
' -- "$@"
`

function launched(
  shell: string,
  asked: Readonly<Record<'model' | 'value' | 'raw' | 'name', string>>,
) {
  const { model, value, raw, name } = asked
  const environment = path.join(folder, name)
  mkdirSync(path.join(environment, 'bin'), { recursive: true })
  writeFileSync(path.join(environment, 'bin', 'vllm'), teller, { mode: 0o755 })
  const reported = path.join(folder, 'told.json')
  const profile = launchProfileSchema.parse({
    name: 'a',
    runtime: { kind: 'environment', folder: environment },
    config: { model, flags: { 'chat-template': value }, rawArguments: [raw] },
    environment: { VALUE: value, TOLD: reported },
  })
  const target = { id: 'id', port: 8000, facts: null }
  const command = launchCommand(profile, target, ownFlagIndex())
  const own = path.join(folder, 'launch')
  mkdirSync(own, { recursive: true })
  writeFileSync(path.join(own, 'environment'), environmentFile(command, { SECRET: value }))
  writeFileSync(path.join(own, 'leader.sh'), leaderScript(command))
  const { status, stderr } = spawnSync('setsid', ['--wait', shell, path.join(own, 'leader.sh')], {
    encoding: 'utf8',
    timeout: 20_000,
  })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  return {
    arrived: JSON.parse(readFileSync(reported, 'utf8')) as unknown,
    argv: command.argv.slice(1),
  }
}

describe.each(['sh', 'bash', 'dash'])('led by %s', (shell) => {
  const isInstalled = spawnSync(shell, ['-c', 'true']).status === 0

  test.runIf(isInstalled)('every byte arrives', { timeout: 120_000 }, () => {
    const asked = fc.record({ model: word, value: text, raw: word, name: place })
    fc.assert(
      fc.property(asked, (given) => {
        const { arrived, argv } = launched(shell, given)
        expect(arrived).toEqual({ words: argv, VALUE: given.value, SECRET: given.value })
        expect(argv).toContain(given.raw)
      }),
      { numRuns: 12 },
    )
  })
})
