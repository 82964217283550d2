// The built program as it is installed: without its sources.
import { cpSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryFolder } from '../scripts/repository.ts'

const parts = ['bin', 'out/cli', 'out/utility', 'out/page', 'package.json']

export function installProgram(folder: string): void {
  mkdirSync(folder, { recursive: true })
  for (const part of parts) {
    cpSync(join(repositoryFolder, part), join(folder, part), { recursive: true })
  }
  symlinkSync(join(repositoryFolder, 'node_modules'), join(folder, 'node_modules'))
}
