// Kept inputs: texts that reached code which no text before them had reached. `npm run soak corpus` adds more.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import path from 'node:path'
import type { FuzzTarget } from './fuzz-target.ts'

const folder = fileURLToPath(new URL('corpus', import.meta.url))

function fileOf({ name }: FuzzTarget): string {
  return path.join(folder, `${name.replaceAll(/\W+/g, '-')}.json`)
}

export function keptInputs(target: FuzzTarget): readonly string[] {
  const file = fileOf(target)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as string[]) : []
}

export function keepInputs(target: FuzzTarget, texts: readonly string[]): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(fileOf(target), `${JSON.stringify(texts, null, 2)}\n`)
}
