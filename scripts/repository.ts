// Where this repository is, so that scripts work from any folder.
import { resolve } from 'node:path'

export const repositoryFolder = resolve(import.meta.dirname, '..')

export function inRepository(...parts: readonly string[]): string {
  return resolve(repositoryFolder, ...parts)
}
