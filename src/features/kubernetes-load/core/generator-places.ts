// How a pod gets the load generator: in its image, mounted from ConfigMaps, or copied.

export const generatorWays = ['auto', 'image', 'configmap', 'copy'] as const
export type GeneratorWay = (typeof generatorWays)[number]

/** Path in the container image of Kneepoint, and in any image that includes it there. */
export const imageGeneratorFile = '/opt/kneepoint/out/remote/load-generator.mjs'

/** Mount point of the ConfigMaps that contain it, compressed and in pieces. */
export const mountedGeneratorFolder = '/kneepoint-generator'

/** Kubernetes rejects a ConfigMap above 1 MiB. */
export const longestMapBytes = 768 * 1024

type MapPlace = Readonly<{
  job: string
  namespace: string
  /** Index from 0. */
  piece: number
}>

function generatorMapName(job: string, piece: number): string {
  return `${job}-generator-${piece}`
}

/** ConfigMap for the API. Kubernetes deletes it with the job that owns it; before that job exists there is no ConfigMap. */
export function generatorMap(
  base64: string,
  { job, namespace, piece }: MapPlace,
  ownerUid: string | null = null,
) {
  const owner = { apiVersion: 'batch/v1', kind: 'Job', name: job }
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      name: generatorMapName(job, piece),
      namespace,
      labels: { 'app.kubernetes.io/name': 'kneepoint' },
      ...(ownerUid !== null && { ownerReferences: [{ ...owner, uid: ownerUid }] }),
    },
    immutable: true,
    // Padded, so that names sort in piece order.
    binaryData: { [`piece-${String(piece).padStart(3, '0')}`]: base64 },
  }
}

/** Volume that combines all pieces in one folder. */
export function generatorVolume(job: string, pieces: number) {
  const sources = Array.from({ length: pieces }, (_, piece) => ({
    configMap: { name: generatorMapName(job, piece) },
  }))
  return { name: 'generator', projected: { sources } }
}
