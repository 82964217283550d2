// `kneepoint db backup FILE`: a copy of everything that is kept.
import { message } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import { databaseText } from '#core/report/tables/database-text.ts'
import { databasePath } from '#node/storage/database-path.ts'
import { backupDatabase } from '#node/storage/maintenance/check-database.ts'
import { exitCodes } from '../exit.ts'
import { flagCommand } from '../flag-command.ts'

export const dbBackup = flagCommand({
  name: 'kneepoint db backup',
  words: 'FILE',
  about:
    'Copies the database to a new file and checks the copy. A window may be open and a run in progress. ' +
    'To restore it, replace the database with it while no window is open.',
  flags: {},
  async run(_, { print }, words) {
    const [file = '', ...others] = words
    if (others.length > 0) throw oneFileOnly(others)
    print(databaseText(await backupDatabase(databasePath(), file)))
    return exitCodes.done
  },
})

function oneFileOnly(others: readonly string[]): AppError {
  return new AppError('invalid-input', message('cli.oneBackup', { name: others[0] }))
}
