// The load generator as it gets to hosts: one file, identified by its checksum.
import { createHash } from 'node:crypto'
import { bundledFile } from '#node/files/own-file.ts'

export type RemoteProgram = Readonly<{
  /** Distinguishes it from other versions. */
  fileName: string
  text: string
  sha256: string
}>

let known: Promise<RemoteProgram> | null = null

export function remoteProgram(): Promise<RemoteProgram> {
  return (known ??= readProgram())
}

async function readProgram(): Promise<RemoteProgram> {
  const text = await bundledFile({ folder: 'remote', name: 'load-generator.mjs' })
  const sha256 = createHash('sha256').update(text).digest('hex')
  return { fileName: `load-generator-${sha256.slice(0, 16)}.mjs`, text, sha256 }
}
