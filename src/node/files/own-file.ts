// Files that come with the program, in a folder above this file, which lies elsewhere once bundled.
import { existsSync } from 'node:fs'
import path from 'node:path'

/** By its path in the repository or the package. */
export function ownFile(name: string, folder: string = import.meta.dirname): string {
  const file = path.join(folder, name)
  const parent = path.dirname(folder)
  return existsSync(file) || parent === folder ? file : ownFile(name, parent)
}
