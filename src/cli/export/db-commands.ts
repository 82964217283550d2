// `kneepoint db backup FILE`, `check`, `repair` and `vacuum`: copy, check, repair and compact the database.
import { message } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import { databaseText, repairText, sizeText } from '#core/documents/database-text.ts'
import { repairDatabase } from '#node/runs/repair-database.ts'
import { databasePath } from '#node/storage/database-path.ts'
import { backupDatabase, checkDatabase, vacuumDatabase } from '#node/storage/check-database.ts'
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

export const dbRepair = flagCommand({
  name: 'kneepoint db repair',
  about:
    'Saves entries that cannot be read to a file beside the database, then mends or removes them. If pages are ' +
    'damaged, copies every row that can be read to a new database first, keeps the old file, and reports how many ' +
    'rows were saved and lost. Close the window first.',
  flags: {},
  run(_, { print }) {
    print(repairText(databasePath(), repairDatabase(databasePath(), Date.now())))
    return Promise.resolve(exitCodes.done)
  },
})

export const dbVacuum = flagCommand({
  name: 'kneepoint db vacuum',
  about:
    'Rewrites the database without the space of removed runs. Close the window first; the disk needs space ' +
    'for two copies meanwhile.',
  flags: {},
  run(_, { print }) {
    const { bytesBefore, bytesAfter } = vacuumDatabase(databasePath())
    print(`${databasePath()}: ${sizeText(bytesBefore)} before, ${sizeText(bytesAfter)} now`)
    return Promise.resolve(exitCodes.done)
  },
})
