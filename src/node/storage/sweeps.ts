// Sweeps, newest first: their plan and how far each point has come. What a point measured is its run, removed with it.
import { sweepSchema, type Sweep } from '#core/model/sweep.ts'
import type { Database } from './database.ts'
import { storedValues } from './stored-values.ts'

const sweeps = storedValues<Sweep>({
  name: 'sweeps',
  schema: sweepSchema,
  columns: {
    status: 'plain',
    createdAtEpochMs: 'plain, fixed',
    plan: 'json',
    points: 'json',
    servers: 'json',
    answers: 'json',
  },
  order: 'created_at_epoch_ms DESC, id',
})

export const {
  save: saveSweep,
  list: listSweeps,
  find: findSweep,
  remove: removeSweep,
  damaged: damagedSweeps,
} = sweeps

/** By its name, its id or the beginning of one. */
export function findSweepsCalled(database: Database, word: string): Sweep[] {
  if (word === '') return []
  const condition = `plan ->> '$.name' = ? OR substr(id, 1, length(?)) = ?`
  return sweeps.listWhere(database, condition, word, word, word)
}
