// `kneepoint compare`: the settings of a sweep against one of them, load by load, with the repeats of each taken together.
import { writeFileSync } from 'node:fs'
import { z } from 'zod'
import { AppError, messageOf } from '#core/model/app-error.ts'
import type { Sweep } from '#core/model/sweep.ts'
import { armsCsv, armTables, armTitle, type ArmComparison } from '#core/report/arms-table.ts'
import { armsOf, type Arm } from '#core/sweep/arms.ts'
import { compareToArm } from '#core/sweep/compare-to-arm.ts'
import { databasePath } from '#node/storage/database-path.ts'
import { openDatabase, type Database } from '#node/storage/database.ts'
import { listRuns } from '#node/storage/runs.ts'
import { findSweep } from '#node/storage/sweeps.ts'
import { exitCodes } from './exit.ts'
import { chosenSubject, lastSubject } from './export/chosen-subject.ts'
import { flagCommand } from './flag-command.ts'

const optionsSchema = z.object({
  base: z.string().min(1).nullable().default(null),
  csv: z.string().min(1).nullable().default(null),
  last: z.boolean().default(false),
})

export const compare = flagCommand({
  name: 'kneepoint compare',
  words: '[SWEEP]',
  about:
    'Holds the settings of a sweep against one of them, load by load: the means of their repeats, how far apart they ' +
    'are, and the 95 % interval of that. Two repeats of each are the least for an interval and a verdict, three or ' +
    'more for a useful one. The sweep is called by the beginning of its id or by its name.',
  schema: optionsSchema,
  flags: [
    { field: 'last', kind: 'switch', summary: 'The sweep of the newest run.' },
    {
      field: 'base',
      kind: 'text',
      metavar: 'SETTINGS',
      summary:
        'What the others are held against: its name as the tables tell it, or words of it, such as a value. Without it, ' +
        'the first.',
    },
    {
      field: 'csv',
      kind: 'text',
      metavar: 'FILE',
      summary: 'Write every figure to this file as well, as comma-separated values.',
    },
  ],
  run({ base, csv, last }, { print }, words) {
    const database = openDatabase(databasePath())
    try {
      const comparison = comparisonOf(database, { sweep: subject(database, { last, words }), base })
      armTables(comparison).forEach((table) => print(`\n${table}`))
      if (csv !== null) write(csv, armsCsv(comparison))
    } finally {
      database.close()
    }
    return Promise.resolve(exitCodes.done)
  },
})

type Wanted = Readonly<{ last: boolean; words: readonly string[] }>

function subject(database: Database, { last, words }: Wanted): Sweep {
  if (!last && words.length === 0) throw notASweep('It is not said which sweep to look at.')
  const { sweepIds } = last ? lastSubject(database) : chosenSubject(database, words)
  const [id, ...others] = sweepIds
  if (others.length > 0) throw notASweep('More than one sweep is named.')
  const sweep = id === undefined ? null : findSweep(database, id)
  if (sweep === null) throw notASweep(last ? 'The newest run is of no sweep.' : 'That is a run.')
  return sweep
}

function notASweep(message: string): AppError {
  return new AppError('invalid-input', message, {
    remedy: 'Name one sweep whose settings are to be compared.',
  })
}

function comparisonOf(
  database: Database,
  { sweep, base: wanted }: Readonly<{ sweep: Sweep; base: string | null }>,
): ArmComparison {
  const arms = armsOf(sweep.plan, sweep.servers.length)
  if (arms.length < 2) {
    throw new AppError('invalid-input', 'This sweep has one choice of settings only.', {
      remedy: 'Compare sweeps that have an axis or several servers.',
    })
  }
  const base = chosenArm(arms, { sweep, wanted })
  const stored = listRuns(database, { text: '', sweepId: sweep.id })
  const runs = new Map(stored.map((run) => [run.id, run]))
  return { sweep, base, compared: compareToArm({ points: sweep.points, runs }, base) }
}

function chosenArm(
  arms: readonly Arm[],
  { sweep, wanted }: Readonly<{ sweep: Sweep; wanted: string | null }>,
): Arm {
  const named = arms.map((arm) => ({ arm, name: armTitle(arm, sweep) }))
  const exact = named.filter(({ name }) => wanted === null || name === wanted)
  const [first, ...others] =
    exact.length > 0 ? exact : named.filter(({ name }) => hasWords(name, wanted ?? ''))
  if (first !== undefined && (others.length === 0 || wanted === null)) return first.arm
  const about = first === undefined ? 'no settings' : 'more than one choice of settings'
  throw new AppError('invalid-input', `--base "${wanted}" is ${about} of this sweep.`, {
    remedy: `There are ${named.map(({ name }) => `"${name}"`).join(', ')}.`,
  })
}

function hasWords(name: string, wanted: string): boolean {
  const words = name.split(/[\s,·]+/)
  return wanted.split(/[\s,·]+/).every((word) => words.includes(word))
}

function write(file: string, text: string): void {
  try {
    writeFileSync(file, text)
  } catch (cause) {
    throw new AppError('output-unwritable', `Cannot write to ${file}: ${messageOf(cause)}.`, {
      remedy: 'Choose another place with --csv.',
      cause,
    })
  }
}
