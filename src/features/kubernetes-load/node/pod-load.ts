// Load from the pods of a Kubernetes Job. The job is created when the first load needs it, and serves all loads of a benchmark.
import { clusterOf, type LoadPodSettings } from '#features/kubernetes-load/core/load-pods.ts'
import type { Place } from '#core/flags/sender-traits.ts'
import type { LoadSender } from '#node/remote/load/sender-kind.ts'
import type { Host } from '#node/remote/host.ts'
import { ClusterClient } from './cluster-client.ts'
import { createHostLoadRunner } from '#node/remote/load/host-load-runner.ts'
import { knock } from '#node/remote/load/knock.ts'
import { prepareHosts } from '#node/remote/load/prepare-remote-load.ts'
import { LoadPods } from './load-pods.ts'
import { z } from 'zod'
import { appError } from '#core/model/app-error.ts'
import { ofTarget } from './pod-errors.ts'

type Settings = LoadPodSettings & Place & Readonly<{ allowClockSkew: boolean }>

const never = new AbortController().signal

/** Throws if the kubeconfig does not have the cluster. */
export function createPodLoad(settings: Settings): Required<LoadSender> {
  const client = new ClusterClient(clusterOf(settings.on))
  let current: Promise<LoadPods> | null = null
  /** Servers that every pod has reached. */
  const reached = new Set<string>()

  async function usable(): Promise<LoadPods> {
    if ((await current?.catch(() => null))?.isBroken === true) await close()
    current ??= create().catch((error: unknown) => {
      current = null
      throw error
    })
    return current
  }

  async function create(): Promise<LoadPods> {
    await requireRights(client)
    const pods = new LoadPods(client, settings)
    try {
      await pods.create()
      return pods
    } catch (error) {
      // A lost response may have reported that the job was created.
      await pods.end().catch(() => undefined)
      throw error
    }
  }

  async function hosts(signal: AbortSignal): Promise<readonly Host[]> {
    return (await usable()).hosts(() => undefined, signal)
  }

  async function close(): Promise<void> {
    const pods = await current?.catch(() => null)
    current = null
    reached.clear()
    await pods?.end()
  }

  const first = async () => {
    const [host] = await hosts(never)
    if (host === undefined) throw new Error('a job has at least one pod')
    return host
  }
  return {
    prepareHost: () => requireRights(client),
    async allocate(report, signal) {
      const pods = await usable()
      const all = await pods.hosts((waitsFor) => report({ waitsFor }), signal)
      await prepareHosts(all, report, signal)
    },
    async runLoad(plan, hooks, signal) {
      const all = await hosts(signal)
      const server = plan.proxy ?? plan.url
      if (!reached.has(server)) await Promise.all(all.map((host) => knock(host, new URL(server))))
      reached.add(server)
      const sharding = { allowsClockSkew: settings.allowClockSkew }
      return createHostLoadRunner(all, sharding)(plan, hooks, signal)
    },
    close,
    front: {
      name: client.context,
      isHere: false,
      directAddress: null,
      start: async (...asked) => (await first()).start(...asked),
      connect: async (...asked) => (await first()).connect(...asked),
      close,
    },
  }
}

/** Starting a program in a pod uses GET or, since 1.35, also requires the right to create. */
const neededRights = [
  { verb: 'create', group: 'batch', resource: 'jobs' },
  { verb: 'delete', group: 'batch', resource: 'jobs' },
  { verb: 'list', group: '', resource: 'pods' },
  { verb: 'get', group: '', resource: 'pods', subresource: 'exec' },
  { verb: 'create', group: '', resource: 'pods', subresource: 'exec' },
] as const

const reviewSchema = z.object({ status: z.object({ allowed: z.boolean() }) })

/** Throws if the namespace does not exist or a permission is missing. */
async function requireRights(client: ClusterClient): Promise<void> {
  const { namespace, context } = client
  const [{ code }, ...allowed] = await Promise.all([
    client.request('GET', `/api/v1/namespaces/${encodeURIComponent(namespace)}`),
    ...neededRights.map((resourceAttributes) =>
      isAllowed(client, { namespace, ...resourceAttributes }),
    ),
  ])
  if (code === 404) {
    throw appError('host-failed', 'loadPods.noNamespace', { context, namespace }, ofTarget)
  }
  const missing = neededRights.filter((_, place) => allowed[place] === false)
  if (missing.length === 0) return
  const rights = missing
    .map(
      (right) =>
        `${right.verb} ${[right.resource, 'subresource' in right && right.subresource].filter(Boolean).join('/')}`,
    )
    .join(', ')
  throw appError('host-failed', 'loadPods.noRights', { context, namespace, rights }, ofTarget)
}

/** True if the query itself is not allowed; the attempt will show the result. */
async function isAllowed(client: ClusterClient, resourceAttributes: object): Promise<boolean> {
  const { body } = await client.request(
    'POST',
    '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
    {
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SelfSubjectAccessReview',
      spec: { resourceAttributes },
    },
  )
  return reviewSchema.safeParse(body).data?.status.allowed ?? true
}
