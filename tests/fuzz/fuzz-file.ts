// Files that readers are tried on: one place for each, gone when the process ends.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

let folder: string | null = null

export function fuzzFile(name: string): string {
  folder ??= ownFolder()
  return join(folder, name)
}

function ownFolder(): string {
  const made = mkdtempSync(join(tmpdir(), 'kneepoint-fuzz-'))
  process.once('exit', () => rmSync(made, { recursive: true, force: true }))
  return made
}
