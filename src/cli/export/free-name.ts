// An unused file name, so that an export never overwrites a file.
import { existsSync } from 'node:fs'
import path from 'node:path'

export function freeName(folder: string, name: string): string {
  const { name: stem, ext } = path.parse(name)
  let free = name
  for (let copy = 2; existsSync(path.join(folder, free)); copy++) free = `${stem}-${copy}${ext}`
  return free
}
