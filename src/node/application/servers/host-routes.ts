// Who answers the calls about hosts.
import { implement } from '@orpc/server'
import { hostApi } from '#contract/host-api.ts'
import { appError } from '#core/model/app-error.ts'
import type { Servers } from './servers.ts'
import type { Hosts } from './hosts.ts'

const os = implement(hostApi)

export function hostRoutes(hosts: Hosts, servers: Servers) {
  return {
    list: os.list.handler(() => hosts.list()),
    configured: os.configured.handler(() => hosts.configured()),
    clusters: os.clusters.handler(async () => {
      const { clusterContexts } = await import('#node/remote/cluster-client.ts')
      return [...clusterContexts()]
    }),
    add: os.add.handler(({ input }) => hosts.add(input.name, input.spec)),
    edit: os.edit.handler(({ input: { id, ...changes } }) => hosts.edit(id, changes)),
    remove: os.remove.handler(({ input }) => {
      requireUnused(input.id, servers)
      return hosts.remove(input.id)
    }),
    connect: os.connect.handler(({ input }) => hosts.connect(input.id)),
    disconnect: os.disconnect.handler(({ input }) => hosts.disconnect(input.id)),
    questions: os.questions.handler(() => hosts.questions()),
    answer: os.answer.handler(({ input }) => hosts.answer(input.id, input.answer)),
    facts: os.facts.handler(({ input: { id, withInstallations }, signal }) =>
      hosts.readFacts(id, { withInstallations, signal }),
    ),
  }
}

function requireUnused(id: string, servers: Servers): void {
  const user = servers.list().find(({ spec }) => spec.kind === 'launched' && spec.hostId === id)
  if (user === undefined) return
  throw appError('busy', 'hosts.hasServer', { name: user.name })
}
