// The Node of this computer that a host can run: one installed as a package, or the current executable.
import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { buildName, type NodeBuild } from '#core/host/found-nodes.ts'
import { ownFile } from '#node/files/own-file.ts'

export type OwnNode = Readonly<{
  file: string
  /** Name on the host; distinguishes it from other versions. */
  fileName: string
  sha256: string
  bytes: number
}>

const known = new Map<string, Promise<OwnNode>>()

/** Null if this computer has no Node for such a machine. */
export async function ownNode(build: NodeBuild): Promise<OwnNode | null> {
  const file = fileFor(build)
  if (file === null) return null
  const described = known.get(file) ?? ownNodeAt(file, build)
  known.set(file, described)
  return described
}

/** Packages contain a complete Node; the current executable may be a distribution's, with separate libraries. */
function fileFor(build: NodeBuild): string | null {
  const packaged = ownFile(`node_modules/node-${buildName(build)}/bin/node`)
  if (existsSync(packaged)) return packaged
  return isOurs(build) ? process.execPath : null
}

/** Electron is not a Node that could be sent. */
function isOurs({ platform, arch }: NodeBuild): boolean {
  return (
    process.platform === platform &&
    process.arch === arch &&
    process.versions['electron'] === undefined
  )
}

/** Exported for tests, which send their own Node. */
export async function ownNodeAt(file: string, build: NodeBuild): Promise<OwnNode> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  const sha256 = hash.digest('hex')
  const fileName = `node-${buildName(build)}-${sha256.slice(0, 16)}`
  return { file, fileName, sha256, bytes: (await stat(file)).size }
}
