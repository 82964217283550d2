// `kneepoint runs`: lists the stored runs, with the names that other commands accept.
import { message } from '#core/messages/message.ts'
import { z } from 'zod'
import { count, jsonFlag } from '#core/flags/flag.ts'
import { wholeRunRow } from '#core/report/run-row.ts'
import { runsTable } from '#core/documents/runs-table.ts'
import { recoverAbandoned } from '#node/runs/recover-interrupted.ts'
import { databasePath } from '#node/storage/database-path.ts'
import { openDatabase } from '#node/storage/database.ts'
import { countRuns, listRuns } from '#node/storage/runs.ts'
import { exitCodes } from './exit.ts'
import { flagCommand } from './flag-command.ts'

export const runs = flagCommand({
  name: 'kneepoint runs',
  about:
    'Lists stored runs, newest first. "kneepoint export" and other commands accept the first column or the name ' +
    'of a run.',
  flags: {
    find: {
      schema: z.string().default(''),
      metavar: 'WORDS',
      summary: 'Only runs with all of these words in their name, model, server, tags or notes.',
    },
    limit: {
      schema: z.int().min(1).default(20),
      ...count,
      summary: 'Maximum number of runs to list.',
    },
    json: jsonFlag,
  },
  run({ find, limit, json }, { print, note, outputLanguage }) {
    const database = openDatabase(databasePath())
    recoverAbandoned(database)
    const filter = { text: find, sweepId: null }
    const newest = listRuns(database, { ...filter, limit })
    const older = countRuns(database, filter) - newest.length
    database.close()
    if (json) print(JSON.stringify(newest.map(wholeRunRow), null, 2))
    else if (newest.length === 0) note(message(find === '' ? 'cli.noRunKept' : 'cli.noRunFound'))
    else print(runsTable(newest, outputLanguage))
    if (older > 0) note(message('cli.olderRuns', { count: older }))
    return Promise.resolve(exitCodes.done)
  },
})
