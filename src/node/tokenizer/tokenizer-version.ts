// Version of a tokenizer's files, from their sizes, times and inodes.
import { stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { filesBeside } from './tokenizer-document.ts'

/** Text that changes whenever any of the files changes. */
export async function tokenizerVersion(path: string): Promise<string> {
  const beside = filesBeside(basename(path)).map((name) => join(dirname(path), name))
  return JSON.stringify([path, ...(await Promise.all([path, ...beside].map(fileVersion)))])
}

/** Null if it is not a file. */
export function fileVersion(path: string): Promise<readonly number[] | null> {
  return stat(path).then(
    (found) =>
      found.isFile() ? [found.dev, found.ino, found.size, found.mtimeMs, found.ctimeMs] : null,
    () => null,
  )
}
