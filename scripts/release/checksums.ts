// SHA256SUMS of a folder, in the form that `sha256sum --check` reads.
import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Covers the files of the folder, not those of its subfolders. */
export async function writeChecksums(folder: string): Promise<void> {
  const files = (await readdir(folder, { withFileTypes: true }))
    .filter((entry) => entry.isFile() && entry.name !== 'SHA256SUMS')
    .map(({ name }) => name)
    .toSorted()
  const lines = await Promise.all(
    files.map(async (name) => {
      const bytes = await readFile(path.join(folder, name))
      return `${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`
    }),
  )
  await writeFile(path.join(folder, 'SHA256SUMS'), lines.join(''))
}
