// Servers a user has added, oldest first. Their state belongs to the running program and is not stored.
import { serverSchema, type Server } from '#core/model/server/server.ts'
import { storedValues } from './stored-values.ts'

export type StoredServer = Omit<Server, 'state' | 'launch'>

export const {
  save: saveServer,
  list: listServers,
  remove: removeServer,
  damaged: damagedServers,
} = storedValues<StoredServer>({
  name: 'servers',
  schema: serverSchema.omit({ state: true, launch: true }),
  columns: { name: 'plain', spec: 'json', createdAtEpochMs: 'plain, fixed' },
  order: 'created_at_epoch_ms, id',
})
