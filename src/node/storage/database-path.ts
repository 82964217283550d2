// The path of the database.
import path from 'node:path'
import { dataFolder, type Surroundings } from '#node/files/data-folder.ts'

export function databasePath(surroundings?: Surroundings): string {
  return path.join(dataFolder(surroundings), 'kneepoint.db')
}
