// Hosts with their last reported facts, launch profiles, and servers that a user has added. They contain no secrets.
import { hostFactsSchema } from '#core/model/host-facts.ts'
import { hostSchema, type Host } from '#core/model/host.ts'
import { storedValues } from './stored-values.ts'
import { type StoredProfile, storedProfileSchema } from '#core/model/launch-profile.ts'
import { type EndedState, endedStateSchema, type Server, serverSchema } from '#core/model/server.ts'

export type StoredHost = Omit<Host, 'connection'>

export const {
  save: saveHost,
  list: listHosts,
  remove: removeHost,
  damaged: damagedHosts,
} = storedValues<StoredHost>({
  name: 'hosts',
  // Facts of an earlier version may have a different format; the host reports them again.
  schema: hostSchema
    .omit({ connection: true })
    .extend({ facts: hostFactsSchema.nullable().catch(null) }),
  columns: { name: 'plain', spec: 'json', createdAtEpochMs: 'plain, fixed', facts: 'json' },
  order: 'created_at_epoch_ms, id',
})

export const {
  save: saveProfile,
  list: listProfiles,
  find: findProfile,
  remove: removeProfile,
  damaged: damagedProfiles,
} = storedValues<StoredProfile>({
  name: 'launch_profiles',
  schema: storedProfileSchema,
  columns: { profile: 'json', createdAtEpochMs: 'plain, fixed', updatedAtEpochMs: 'plain' },
  order: 'updated_at_epoch_ms DESC, id',
})

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
