// The run a word on a command line means: its id, the beginning of one, or its name.
import { appError, type AppError } from '#core/model/app-error.ts'
import type { Run } from '#core/model/run/run.ts'
import { printable } from '#core/report/printable.ts'
import { shortIdLength } from '#core/report/tables/runs-table.ts'
import type { Database } from '#node/storage/database.ts'
import { findRunsCalled } from '#node/storage/runs.ts'

export function chosenRun(database: Database, word: string): Run {
  const found = findRunsCalled(database, word)
  const [only, ...others] = found
  if (only === undefined) throw missing(word)
  if (others.length > 0) throw ambiguous(word, found)
  return only
}

function missing(word: string): AppError {
  return appError('not-found', 'cli.noRun', { name: word })
}

function ambiguous(word: string, runs: readonly Run[]): AppError {
  const names = runs.map(({ id, name }) => `${id.slice(0, shortIdLength)} (${printable(name)})`)
  return appError('invalid-input', 'cli.couldBe', { name: word, names: names.join(' or ') })
}
