// Names a command may be given: of the newest runs, and of hosts.
import type { Candidate, KeptNoun } from '#core/command-line/complete.ts'
import { shortIdLength } from '#core/report/tables/runs-table.ts'
import { databasePath } from '#node/storage/database-path.ts'
import { openDatabase } from '#node/storage/database.ts'
import { listHosts } from '#node/storage/hosts.ts'
import { listRuns } from '#node/storage/runs.ts'

const newest = 50

export function keptCandidates(noun: KeptNoun): readonly Candidate[] {
  const database = openDatabase(databasePath())
  try {
    return noun === 'run'
      ? listRuns(database, { text: '', sweepId: null, limit: newest }).map(({ id, name }) => ({
          value: id.slice(0, shortIdLength),
          about: name,
        }))
      : listHosts(database).map(({ name }) => ({ value: name, about: '' }))
  } finally {
    database.close()
  }
}
