// `kneepoint complete [-- WORD…]`: candidates for the last word of a shell's command line; see shell-scripts.ts.
import { benchServeFlags } from '#core/command-line/bench-serve-flags.ts'
import {
  complete,
  type Candidate,
  type CommandShape,
  type Completion,
  type KeptNoun,
} from '#core/command-line/complete.ts'
import type { Command } from '../command.ts'
import { exitCodes } from '../exit.ts'
import { completedWords, shells, shellScripts } from './shell-scripts.ts'
import { shortIdLength } from '#core/base/printable.ts'
import { databasePath } from '#node/storage/database-path.ts'
import { openDatabase } from '#node/storage/database.ts'
import { listHosts } from '#node/storage/hosts-and-servers.ts'
import { listRuns } from '#node/storage/runs.ts'
import { message } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import { flagCommand } from '../flag-command.ts'

/** `commands` are all commands of the program; omits those that only scripts use. */
export function completeCommand(commands: ReadonlyMap<string, () => Promise<Command>>): Command {
  const names = [...commands.keys()].filter((name) => name !== 'complete')
  const shapeOf = async (name: string): Promise<CommandShape> => {
    if (name === 'bench serve') return { flags: benchServeFlags }
    const command = await commands.get(name)?.()
    return command?.shape ?? { flags: [] }
  }
  return async (args, { print }) => {
    const words = wordsOf(args, process.env[completedWords])
    const completion = await complete(words, { names, shapeOf })
    const lines = linesOf(completion)
    if (lines.length > 0) print(lines.join('\n'))
    return exitCodes.done
  }
}

/** `lines` is the content of the variable, used if there are no arguments. */
function wordsOf(args: readonly string[], lines = ''): readonly string[] {
  if (args.length === 0) return lines.split('\n')
  return args[0] === '--' ? args.slice(1) : args
}

function linesOf(completion: Completion): readonly string[] {
  if (completion.kind === 'files') return [':files']
  return (
    completion.kind === 'kept' ? kept(completion.nouns, completion.typed) : completion.candidates
  ).map(line)
}

function kept(nouns: readonly KeptNoun[], typed: string): readonly Candidate[] {
  return nouns.flatMap(keptCandidates).filter(({ value }) => value.startsWith(typed))
}

function line({ value, about }: Candidate): string {
  return about === '' ? value : `${value}\t${about.replaceAll(/\s+/g, ' ')}`
}

/** Number of the newest runs whose names are offered. */
const newest = 50

/** A name with any other character needs quotes, which differ between shells. */
const isOneWord = /^[\w.,:@%+/=-]+$/

function keptCandidates(noun: KeptNoun): readonly Candidate[] {
  const database = openDatabase(databasePath())
  try {
    return noun === 'run'
      ? runCandidates(listRuns(database, { text: '', sweepId: null, limit: newest }))
      : listHosts(database).map(({ name }) => ({ value: name, about: '' }))
  } finally {
    database.close()
  }
}

/** Ids first, then names: if several runs share a name, the newest one describes it. */
function runCandidates(
  runs: readonly Readonly<{ id: string; name: string }>[],
): readonly Candidate[] {
  const short = runs.map(({ id, name }) => ({ id: id.slice(0, shortIdLength), name }))
  const newestByName = new Map(short.toReversed().map(({ id, name }) => [name, id]))
  return [
    ...short.map(({ id, name }) => ({ value: id, about: name })),
    ...[...newestByName]
      .toReversed()
      .filter(([name]) => isOneWord.test(name))
      .map(([name, id]) => ({ value: name, about: id })),
  ]
}

export const completions = flagCommand({
  name: 'kneepoint completions',
  words: 'bash|zsh|fish|powershell',
  about:
    'Prints a script that completes commands, flags, their values, and names of runs and hosts. Its first lines say ' +
    'where to put it.',
  flags: {},
  run(_values, { print }, [asked = '']) {
    const shell = shells.find((name) => name === asked)
    if (shell === undefined) {
      throw new AppError('invalid-input', message('cli.noShell', { name: asked }), {
        remedy: message('cli.thereAre', { names: shells.join(', ') }),
      })
    }
    print(shellScripts[shell])
    return Promise.resolve(exitCodes.done)
  },
})
