// Who answers the calls about hosts.
import { implement } from '@orpc/server'
import { hostApi } from '#contract/host-api.ts'
import type { Hosts } from './hosts.ts'

const os = implement(hostApi)

export function hostRoutes(hosts: Hosts) {
  return {
    list: os.list.handler(() => hosts.list()),
    configured: os.configured.handler(() => hosts.configured()),
    add: os.add.handler(({ input }) => hosts.add(input.name, input.spec)),
    edit: os.edit.handler(({ input: { id, ...changes } }) => hosts.edit(id, changes)),
    remove: os.remove.handler(({ input }) => hosts.remove(input.id)),
    connect: os.connect.handler(({ input }) => hosts.connect(input.id)),
    disconnect: os.disconnect.handler(({ input }) => hosts.disconnect(input.id)),
    questions: os.questions.handler(() => hosts.questions()),
    answer: os.answer.handler(({ input }) => hosts.answer(input.id, input.answer)),
    facts: os.facts.handler(({ input: { id, withInstallations }, signal }) =>
      hosts.readFacts(id, { withInstallations, signal }),
    ),
  }
}
