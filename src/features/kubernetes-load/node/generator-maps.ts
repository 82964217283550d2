// ConfigMaps with the load generator for the pods of a job: a check that the API server accepts them, and their creation.
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import {
  generatorMap,
  type GeneratorWay,
  imageGeneratorFile,
  longestMapBytes,
  mountedGeneratorFolder,
} from '#features/kubernetes-load/core/generator-places.ts'
import type { Place } from '#core/flags/sender-traits.ts'
import { loadJobManifest } from '#features/kubernetes-load/core/load-job-manifest.ts'
import { clusterOf, type LoadPodSettings } from '#features/kubernetes-load/core/load-pods.ts'
import { message, type Text } from '#core/messages/message.ts'
import { appError, AppError } from '#core/model/app-error.ts'
import { type GeneratorPlaces, type Host, runProgram } from '#node/remote/host.ts'
import { remoteProgram } from '#node/remote/load/prepare-remote-load.ts'
import { ClusterClient, type Reply } from './cluster-client.ts'
import { ofTarget } from './pod-errors.ts'

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
      ...(mounts.length > 0 && { unpack: unpackGenerator }),
      ...(way === 'image' && { notInImage }),
    },
    copiesBecause: problem === null ? null : message('loadPods.copies', { why: whyOf(problem) }),
  }
}

async function piecesFor(way: GeneratorWay): Promise<readonly string[]> {
  return way === 'auto' || way === 'configmap' ? packedGenerator() : []
}

type Maps = Readonly<{
  job: string
  pieces: readonly string[]
  /** Uid of the job that they are deleted with; null for a dry run. */
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
  return appError('host-failed', 'loadPods.noMap', { why: whyOf(problem) }, ofTarget)
}

function whyOf({ code, why }: Reply): string {
  return (why || String(code)).replace(/\.$/, '')
}

/** Error of a pod that may use only the generator of its image. */
function notInImage(
  host: Host,
  { found, own }: Readonly<{ found: string; own: string }>,
): AppError {
  const given = { pod: host.name, file: imageGeneratorFile }
  const problem =
    found === ''
      ? message('loadPods.noGenerator', given)
      : message('loadPods.otherGenerator', {
          ...given,
          found: found.slice(0, 12),
          own: own.slice(0, 12),
        })
  const remedy = message('loadPods.noGenerator.remedy')
  return new AppError('host-failed', problem, { field: 'loadImage', remedy })
}

/** Objects that a load would create, as JSON for `kubectl apply`. */
export async function podManifests(settings: LoadPodSettings & Place): Promise<string> {
  const { namespace } = new ClusterClient(clusterOf(settings.on))
  const job = 'kneepoint-load'
  const pieces = await piecesFor(settings.loadGenerator)
  const maps = pieces.map((base64, piece) => generatorMap(base64, { job, namespace, piece }))
  const manifest = loadJobManifest(settings, { name: job, namespace, pieces: pieces.length })
  return JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [...maps, manifest] }, null, 2)
}

/** Pieces of the packed generator, in base64. */
export async function packedGenerator(pieceBytes = longestMapBytes): Promise<readonly string[]> {
  const { text } = await remoteProgram()
  const packed = await promisify(gzip)(text, { level: 9 })
  const count = Math.ceil(packed.length / pieceBytes)
  return Array.from({ length: count }, (_, piece) =>
    packed.subarray(piece * pieceBytes, (piece + 1) * pieceBytes).toString('base64'),
  )
}

/** Runs in Node, so that an image needs no tools for it. The file is created atomically. */
const unpackScript = `const [, folder, file, sum] = process.argv
const fs = require('fs')
const names = fs.readdirSync(folder).filter((name) => name.startsWith('piece-')).sort()
const packed = Buffer.concat(names.map((name) => fs.readFileSync(folder + '/' + name)))
const program = require('zlib').gunzipSync(packed)
const found = require('crypto').createHash('sha256').update(program).digest('hex')
if (found !== sum) throw new Error('its checksum is ' + found + ' instead of ' + sum)
fs.mkdirSync(require('path').dirname(file), { recursive: true })
const part = file + '.' + process.pid + '.part'
fs.writeFileSync(part, program, { mode: 0o700 })
fs.renameSync(part, file)`

type UnpackTarget = Readonly<{
  /** A Node on the pod. */
  node: string
  path: string
  folder?: string
}>

export async function unpackGenerator(
  host: Host,
  { sha256 }: Readonly<{ sha256: string }>,
  { node, path, folder = mountedGeneratorFolder }: UnpackTarget,
): Promise<void> {
  const argv = [node, '-e', unpackScript, folder, path, sha256]
  const { code, stderr } = await runProgram(host, { argv })
  if (code === 0) return
  const known = await host.whyEnded?.(code)
  if (known) throw known
  const said = /^\w*Error.*$/m.exec(stderr.toString())?.[0]
  const why = said ?? message('hosts.endedWithCode', { code: String(code) })
  throw appError('host-failed', 'loadPods.notUnpacked', { pod: host.name, why }, { field: 'on' })
}
