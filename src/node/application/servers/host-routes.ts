// Who answers the calls about hosts.
import { hostApi } from '#contract/host-api.ts'
import { handlers } from '../handlers.ts'
import { appError } from '#core/model/app-error.ts'
import { senderKinds } from '#node/remote/load/load-sender.ts'
import type { Servers } from './servers.ts'
import type { Hosts } from './hosts.ts'

export function hostRoutes(hosts: Hosts, servers: Servers) {
  return handlers(hostApi, {
    list: () => hosts.list(),
    configured: () => hosts.configured(),
    clusters: async () =>
      (await Promise.all(senderKinds.map(async ({ places }) => (await places?.()) ?? []))).flat(),
    add: (input) => hosts.add(input.name, input.spec),
    edit: ({ id, ...changes }) => hosts.edit(id, changes),
    remove: (input) => {
      requireUnused(input.id, servers)
      return hosts.remove(input.id)
    },
    connect: (input) => hosts.connect(input.id),
    disconnect: (input) => hosts.disconnect(input.id),
    questions: () => hosts.questions(),
    answer: (input) => hosts.answer(input.id, input.answer),
    facts: ({ id, withInstallations }, signal) =>
      hosts.readFacts(id, { withInstallations, signal }),
  })
}

function requireUnused(id: string, servers: Servers): void {
  const user = servers.list().find(({ spec }) => spec.kind === 'launched' && spec.hostId === id)
  if (user === undefined) return
  throw appError('busy', 'hosts.hasServer', { name: user.name })
}
