// Machines that servers are launched on, with the facts they last reported. Oldest first; this computer before all.
import { hostFactsSchema } from '#core/model/host-facts.ts'
import { hostSchema, type Host } from '#core/model/host.ts'
import { storedValues } from './stored-values.ts'

export type StoredHost = Omit<Host, 'connection'>

export const {
  save: saveHost,
  list: listHosts,
  remove: removeHost,
  damaged: damagedHosts,
} = storedValues<StoredHost>({
  name: 'hosts',
  // Facts of an earlier version may have another form; the host reports them again.
  schema: hostSchema
    .omit({ connection: true })
    .extend({ facts: hostFactsSchema.nullable().catch(null) }),
  columns: { name: 'plain', spec: 'json', createdAtEpochMs: 'plain, fixed', facts: 'json' },
  order: 'created_at_epoch_ms, id',
})
