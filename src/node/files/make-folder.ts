// Makes a folder and those above it that are missing, one by one.
import { existsSync, mkdirSync, statSync } from 'node:fs'
import path from 'node:path'

/**
 * Does nothing where the folder exists; throws the error of the file system otherwise. Node's own recursive
 * mkdir never returns on a file system that refuses with ENOENT below a folder that exists, as /proc does.
 */
export function makeFolder(folder: string, mode = 0o777): void {
  if (isFolder(folder)) return
  const parent = path.dirname(folder)
  if (!existsSync(parent)) makeFolder(parent, mode)
  try {
    mkdirSync(folder, { mode })
  } catch (error) {
    // Another process may have made it in between.
    if (!isFolder(folder)) throw error
  }
}

function isFolder(folder: string): boolean {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false
}
