// Where this program's own files lie, run from source or from its bundle in out/cli: both are two folders deep, and beside
// them lies what its processes begin with.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { asText, parseObject } from '#core/protocol/json-value.ts'

const isSource = import.meta.url.endsWith('.ts')

type ProcessName =
  'simulator' | 'load-generator' | 'load-thread' | 'run-keeper' | 'truthful-server' | 'job'

/** What a process or thread of ours begins with. */
export function processEntry(name: ProcessName): URL {
  return new URL(`../utility/${name}.${isSource ? 'ts' : 'js'}`, import.meta.url)
}

/** The truthful server's sources in C. */
export const nativeSources = fileURLToPath(new URL('../../bench/native', import.meta.url))

export const rendererFolder = fileURLToPath(new URL('../../out/renderer', import.meta.url))

export function ownVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return asText(parseObject(text)?.version)
}
