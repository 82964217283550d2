// Servers a user has added, oldest first. Of their states, only the end of a launch is stored.
import { type EndedState, endedStateSchema, type Server, serverSchema } from '#core/model/server.ts'
import { storedValues } from './stored-values.ts'

export type StoredServer = Omit<Server, 'state' | 'launch'> &
  Readonly<{
    /** Null unless it was launched on a host and has ended. */
    ended: EndedState | null
  }>

export const {
  save: saveServer,
  list: listServers,
  remove: removeServer,
  damaged: damagedServers,
} = storedValues<StoredServer>({
  name: 'servers',
  schema: serverSchema
    .omit({ state: true, launch: true })
    .extend({ ended: endedStateSchema.nullable() }),
  columns: { name: 'plain', spec: 'json', ended: 'json', createdAtEpochMs: 'plain, fixed' },
  order: 'created_at_epoch_ms, id',
})
