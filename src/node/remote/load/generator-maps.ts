// ConfigMaps with the load generator for the pods of a job: a check that the API server accepts them, and their creation.
import {
  generatorMap,
  imageGeneratorFile,
  mountedGeneratorFolder,
  type GeneratorWay,
} from '#core/flags/generator-places.ts'
import { message, type Text } from '#core/messages/message.ts'
import type { AppError } from '#core/model/app-error.ts'
import type { GeneratorPlaces } from '../host.ts'
import type { ClusterClient, Reply } from '../cluster-client.ts'
import { packedGenerator } from '../packed-generator.ts'
import { refused } from './pod-errors.ts'

type OfferedMaps = Readonly<{
  /** Pieces in base64; none if the generator is in the image or copied. */
  pieces: readonly string[]
  places: GeneratorPlaces
  /** Reason for a copy instead; null if there is none. */
  copiesBecause: Text | null
}>

/** Creates nothing. Throws if ConfigMaps are required and the API server rejects them. */
export async function offeredMaps(
  client: ClusterClient,
  { job, way }: Readonly<{ job: string; way: GeneratorWay }>,
): Promise<OfferedMaps> {
  const pieces = await piecesFor(way)
  const problem = await firstRefusal(client, { job, pieces, ownerUid: null })
  if (problem !== null && way === 'configmap') throw noMap(problem)
  const mounts = problem === null ? pieces : []
  return {
    pieces: mounts,
    places: {
      inImage: way === 'auto' || way === 'image' ? imageGeneratorFile : null,
      mounted: mounts.length > 0 ? mountedGeneratorFolder : null,
      isElsewhere: way !== 'image',
    },
    copiesBecause: problem === null ? null : message('loadPods.copies', { why: whyOf(problem) }),
  }
}

export async function piecesFor(way: GeneratorWay): Promise<readonly string[]> {
  return way === 'auto' || way === 'configmap' ? packedGenerator() : []
}

type Maps = Readonly<{
  job: string
  pieces: readonly string[]
  /** Uid of the job with which they are deleted; null for a dry run. */
  ownerUid: string | null
}>

export async function createMaps(client: ClusterClient, maps: Maps): Promise<void> {
  const problem = await firstRefusal(client, maps)
  if (problem !== null) throw noMap(problem)
}

async function firstRefusal(
  client: ClusterClient,
  { job, pieces, ownerUid }: Maps,
): Promise<Reply | null> {
  const { namespace } = client
  const path = client.path('api/v1', ownerUid === null ? 'configmaps?dryRun=All' : 'configmaps')
  for (const [piece, base64] of pieces.entries()) {
    const map = generatorMap(base64, { job, namespace, piece }, ownerUid)
    const reply = await client.request('POST', path, map)
    if (reply.code >= 300) return reply
  }
  return null
}

function noMap(problem: Reply): AppError {
  return refused(
    message('loadPods.noMap', { why: whyOf(problem) }),
    message('loadPods.noMap.remedy'),
  )
}

function whyOf({ code, why }: Reply): string {
  return (why || String(code)).replace(/\.$/, '')
}
