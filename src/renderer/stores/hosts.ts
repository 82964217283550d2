// Machines that servers are launched on, and prompts of their connections.
import type { ConfiguredHost, Host, HostAnswer, HostQuestion, HostSpec } from '#core/model/host.ts'
import type { ClusterContext } from '#core/model/host.ts'
import { defineStore } from 'pinia'
import { computed, shallowReactive, shallowRef } from 'vue'
import { useClient } from '../api/client.ts'
import { useAppEvents, useListed } from './app-events.ts'

export const useHosts = defineStore('hosts', () => {
  const client = useClient()
  const events = useAppEvents()
  const asked = shallowReactive(new Map<string, HostQuestion>())
  const configured = shallowRef<readonly ConfiguredHost[]>([])
  const clusters = shallowRef<readonly ClusterContext[]>([])
  const { byId, loaded, put } = useListed('host', async () => {
    const [hosts, questions] = await Promise.all([client.hosts.list(), client.hosts.questions()])
    asked.clear()
    for (const one of questions) asked.set(one.id, one)
    return hosts
  })

  /** This computer first, as the application lists them. */
  const list = computed(() => [...byId.values()])
  /** One at a time, oldest first. */
  const question = computed(() => [...asked.values()][0] ?? null)

  events.on('host-question', ({ question: one }) => asked.set(one.id, one))
  events.on('host-question-closed', ({ id }) => asked.delete(id))
  events.onFollowing(async () => {
    // If the kubeconfig cannot be read, pods are not offered.
    clusters.value = await client.hosts.clusters().catch(() => [])
  })

  /** The file may have changed since it was last read. */
  async function readConfigured(): Promise<void> {
    configured.value = await client.hosts.configured()
  }

  async function add(name: string | null, spec: HostSpec): Promise<Host> {
    return put(await client.hosts.add({ name, spec }))
  }

  async function edit(id: string, name: string, spec: HostSpec): Promise<Host> {
    return put(await client.hosts.edit({ id, name, spec }))
  }

  async function remove(id: string): Promise<void> {
    await client.hosts.remove({ id })
    byId.delete(id)
  }

  async function connect(id: string): Promise<void> {
    put(await client.hosts.connect({ id }))
  }

  async function disconnect(id: string): Promise<void> {
    put(await client.hosts.disconnect({ id }))
  }

  /** Takes seconds, because it also searches for installations of vLLM. */
  async function readFacts(id: string): Promise<void> {
    const facts = await client.hosts.facts({ id })
    const host = byId.get(id)
    if (host !== undefined) put({ ...host, facts })
  }

  /** Facts of this computer or of a connected host, unless already loaded. */
  async function readMissingFacts({ id, spec, connection, facts }: Host): Promise<void> {
    const isReachable = spec.kind === 'local' || connection.state === 'open'
    if (isReachable && facts === null) await readFacts(id)
  }

  async function answer(id: string, given: HostAnswer): Promise<void> {
    asked.delete(id)
    await client.hosts.answer({ id, answer: given })
  }

  return {
    ...{ byId, list, question, configured, clusters, loaded },
    ...{
      readConfigured,
      add,
      edit,
      remove,
      connect,
      disconnect,
      readFacts,
      readMissingFacts,
      answer,
    },
  }
})
