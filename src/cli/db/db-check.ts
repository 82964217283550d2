// `kneepoint db check`: whether what is kept is whole.
import { message } from '#core/messages/message.ts'
import { databaseText } from '#core/report/tables/database-text.ts'
import { databasePath } from '#node/storage/database-path.ts'
import { checkDatabase } from '#node/storage/maintenance/check-database.ts'
import { exitCodes } from '../exit.ts'
import { flagCommand } from '../flag-command.ts'

export const dbCheck = flagCommand({
  name: 'kneepoint db check',
  about:
    'Reads the whole database, reports what it contains, and exits with 1 if anything in it is damaged. It changes ' +
    'nothing, and a window may be open.',
  flags: {},
  run(_, { print, note }) {
    const report = checkDatabase(databasePath())
    print(databaseText(report))
    if (report.problems.length === 0) return Promise.resolve(exitCodes.done)
    note(message('cli.restoreBackup'))
    return Promise.resolve(exitCodes.broken)
  },
})
