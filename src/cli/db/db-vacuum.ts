// `kneepoint db vacuum`: gives the room of removed runs back to the disk.
import { sizeText } from '#core/report/tables/database-text.ts'
import { databasePath } from '#node/storage/database-path.ts'
import { vacuumDatabase } from '#node/storage/maintenance/check-database.ts'
import { exitCodes } from '../exit.ts'
import { flagCommand } from '../flag-command.ts'

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
