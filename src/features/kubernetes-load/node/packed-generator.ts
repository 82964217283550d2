// The load generator for ConfigMaps: packed, in pieces that each fit into one.
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import {
  longestMapBytes,
  mountedGeneratorFolder,
} from '#features/kubernetes-load/core/generator-places.ts'
import { message } from '#core/messages/message.ts'
import { appError } from '#core/model/app-error.ts'
import { type Host, runProgram } from '#node/remote/host.ts'
import { remoteProgram } from '#node/remote/load/remote-program.ts'

/** Pieces of the packed generator, in base64. */
export async function packedGenerator(pieceBytes = longestMapBytes): Promise<readonly string[]> {
  const { text } = await remoteProgram()
  const packed = await promisify(gzip)(text, { level: 9 })
  const count = Math.ceil(packed.length / pieceBytes)
  return Array.from({ length: count }, (_, piece) =>
    packed.subarray(piece * pieceBytes, (piece + 1) * pieceBytes).toString('base64'),
  )
}

/** Runs in Node, so that an image needs no tools for it. The file appears whole or not at all. */
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
