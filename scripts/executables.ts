// Programs of this machine.
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Null where no folder of the PATH has it. */
export function onThePath(name: string): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return folders.map((folder) => join(folder, name)).find(isExecutable) ?? null
}

export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
