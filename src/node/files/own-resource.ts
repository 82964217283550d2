// Files that come with the program, in the folder of resources above this file, which lies elsewhere once bundled.
import { existsSync } from 'node:fs'
import path from 'node:path'

export function ownResource(name: string, folder: string = import.meta.dirname): string {
  const file = path.join(folder, 'resources', name)
  const parent = path.dirname(folder)
  return existsSync(file) || parent === folder ? file : ownResource(name, parent)
}
