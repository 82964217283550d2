// Whether the user of a cluster may do what a load from pods takes, asked before anything is created.
import { z } from 'zod'
import { message } from '#core/messages/message.ts'
import type { ClusterClient } from '../cluster-client.ts'
import { refused } from './pod-errors.ts'

/** A program in a pod is started by GET or, since 1.35, by the right to create as well. */
const needed = [
  { verb: 'create', group: 'batch', resource: 'jobs' },
  { verb: 'delete', group: 'batch', resource: 'jobs' },
  { verb: 'list', group: '', resource: 'pods' },
  { verb: 'get', group: '', resource: 'pods', subresource: 'exec' },
  { verb: 'create', group: '', resource: 'pods', subresource: 'exec' },
] as const

const reviewSchema = z.object({ status: z.object({ allowed: z.boolean() }) })

/** Throws if the namespace does not exist or a right is missing. */
export async function requireRights(client: ClusterClient): Promise<void> {
  const { namespace, context } = client
  const [{ code }, ...allowed] = await Promise.all([
    client.request('GET', `/api/v1/namespaces/${encodeURIComponent(namespace)}`),
    ...needed.map((resourceAttributes) => isAllowed(client, { namespace, ...resourceAttributes })),
  ])
  if (code === 404) {
    throw refused(
      message('loadPods.noNamespace', { context, namespace }),
      message('loadPods.noNamespace.remedy'),
    )
  }
  const missing = needed.filter((_, place) => allowed[place] === false)
  if (missing.length === 0) return
  const rights = missing
    .map(
      (right) =>
        `${right.verb} ${[right.resource, 'subresource' in right && right.subresource].filter(Boolean).join('/')}`,
    )
    .join(', ')
  throw refused(
    message('loadPods.noRights', { context, namespace, rights }),
    message('loadPods.noRights.remedy'),
  )
}

/** True if the query itself is not allowed: the attempt then shows it. */
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
