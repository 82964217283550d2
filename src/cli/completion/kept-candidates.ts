// Names a command may be given: of the newest runs, and of hosts.
import type { Candidate, KeptNoun } from '#core/command-line/complete.ts'
import { shortIdLength } from '#core/report/tables/runs-table.ts'
import { databasePath } from '#node/storage/database-path.ts'
import { openDatabase } from '#node/storage/database.ts'
import { listHosts } from '#node/storage/hosts.ts'
import { listRuns } from '#node/storage/runs.ts'

const newest = 50

/** A name with any other character needs quotes, which differ between shells. */
const isOneWord = /^[\w.,:@%+/=-]+$/

export function keptCandidates(noun: KeptNoun): readonly Candidate[] {
  const database = openDatabase(databasePath())
  try {
    return noun === 'run'
      ? runCandidates(listRuns(database, { text: '', sweepId: null, limit: newest }))
      : listHosts(database).map(({ name }) => ({ value: name, about: '' }))
  } finally {
    database.close()
  }
}

/** Their ids, then their names: of several with the same name, the newest explains it. */
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
