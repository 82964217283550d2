// The run a word on a command line means: its id, the beginning of one, or its name.
import { message } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
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
  return new AppError('not-found', message('cli.noRun', { name: word }), {
    remedy: message('cli.noRun.remedy'),
  })
}

function ambiguous(word: string, runs: readonly Run[]): AppError {
  const names = runs.map(({ id, name }) => `${id.slice(0, shortIdLength)} (${printable(name)})`)
  return new AppError(
    'invalid-input',
    message('cli.couldBe', { name: word, names: names.join(' or ') }),
    {
      remedy: message('cli.couldBe.remedy'),
    },
  )
}
