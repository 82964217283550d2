// How a load generator gets into a pod: it is in the image, mounted from ConfigMaps, or copied.

export const generatorWays = ['auto', 'image', 'configmap', 'copy'] as const
export type GeneratorWay = (typeof generatorWays)[number]

/** In the container image of Kneepoint, and in any image that has it there. */
export const imageGeneratorFile = '/opt/kneepoint/out/remote/load-generator.mjs'

/** Where ConfigMaps are mounted that hold it, packed and in pieces. */
export const mountedGeneratorFolder = '/kneepoint-generator'

/** Kubernetes refuses a ConfigMap above 1 MiB. */
export const longestMapBytes = 768 * 1024

type MapPlace = Readonly<{
  job: string
  namespace: string
  /** From 0. */
  piece: number
}>

function generatorMapName(job: string, piece: number): string {
  return `${job}-generator-${piece}`
}

/** As the API takes it. Kubernetes deletes it with the job that owns it; before that job exists there is none. */
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
    // Names that sort in the order of the pieces.
    binaryData: { [`piece-${String(piece).padStart(3, '0')}`]: base64 },
  }
}

/** A volume that shows all pieces in one folder. */
export function generatorVolume(job: string, pieces: number) {
  const sources = Array.from({ length: pieces }, (_, piece) => ({
    configMap: { name: generatorMapName(job, piece) },
  }))
  return { name: 'generator', projected: { sources } }
}
