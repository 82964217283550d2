// Paths of this program's own files, whether run from source or from the bundle in out/cli: both are two folders deep, with the
// process entry points beside them.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { asText, parseObject } from '#core/protocol/json-value.ts'

const isSource = import.meta.url.endsWith('.ts')

type ProcessName =
  'simulator' | 'load-generator' | 'load-thread' | 'run-keeper' | 'truthful-server' | 'job'

/** Entry point of one of our processes or threads. */
export function processEntry(name: ProcessName): URL {
  return new URL(`../utility/${name}.${isSource ? 'ts' : 'js'}`, import.meta.url)
}

/** C sources of the truthful server. */
export const nativeSources = fileURLToPath(new URL('../../bench/native', import.meta.url))

export const rendererFolder = fileURLToPath(new URL('../../out/renderer', import.meta.url))

export function ownVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return asText(parseObject(text)?.version)
}
