// SHA256SUMS of a folder, in the form that `sha256sum --check` reads.
import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { checksumsFile, publicKeyFile, signatureFile } from './signature.ts'

/** The list cannot contain itself, nor what is made from it. */
const unlisted = new Set([checksumsFile, signatureFile, publicKeyFile])

/** Covers the files of the folder, not those of its subfolders. */
export async function writeChecksums(folder: string): Promise<void> {
  const files = (await readdir(folder, { withFileTypes: true }))
    .filter((entry) => entry.isFile() && !unlisted.has(entry.name))
    .map(({ name }) => name)
    .toSorted()
  const lines = await Promise.all(
    files.map(async (name) => {
      const bytes = await readFile(path.join(folder, name))
      return `${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`
    }),
  )
  await writeFile(path.join(folder, checksumsFile), lines.join(''))
}
