// `kneepoint db vacuum`: gives the room of removed runs back to the disk.
import { sizeText } from '#core/report/tables/database-text.ts'
import { databasePath } from '#node/storage/database-path.ts'
import { vacuumDatabase } from '#node/storage/maintenance/vacuum-database.ts'
import { exitCodes } from '../exit.ts'
import { flagCommand } from '../flag-command.ts'

export const dbVacuum = flagCommand({
  name: 'kneepoint db vacuum',
  about:
    'Writes the database anew without the room that removed runs held. Close the window first; the disk needs room ' +
    'for two copies while it lasts.',
  flags: {},
  run(_, { print }) {
    const { bytesBefore, bytesAfter } = vacuumDatabase(databasePath())
    print(`${databasePath()}: ${sizeText(bytesBefore)} before, ${sizeText(bytesAfter)} now`)
    return Promise.resolve(exitCodes.done)
  },
})
