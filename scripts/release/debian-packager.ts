// The program that electron-builder starts in place of fpm: see debian-package.ts.
import { writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Resolves to its path in a folder. */
export async function writePackager(folder: string): Promise<string> {
  const program = path.join(folder, 'fpm')
  const script = path.join(import.meta.dirname, 'debian-package.ts')
  const command = `exec '${process.execPath}' --no-warnings '${script}' "$@"`
  await writeFile(program, `#!/bin/sh\n${command}\n`, { mode: 0o755 })
  return program
}
