// What alike-chunks.wat is as a program for WebAssembly, and as a source file that every bundle can hold.
import { Buffer } from 'node:buffer'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import initWabt from 'wabt'

const folder = new URL('../../src/node/load/connections/', import.meta.url)
const textFile = fileURLToPath(new URL('alike-chunks.wat', folder))
export const alikeChunksFile = fileURLToPath(new URL('alike-chunks-module.ts', folder))

export async function alikeChunksSource(): Promise<string> {
  const features = { simd: true, bulk_memory: true, mutable_globals: true }
  const wabt = await initWabt()
  const module = wabt.parseWat(textFile, readFileSync(textFile, 'utf8'), features)
  try {
    module.validate()
    return sourceOf(Buffer.from(module.toBinary({}).buffer).toString('base64'))
  } finally {
    module.destroy()
  }
}

function sourceOf(base64: string): string {
  const lines = base64.match(/.{1,90}/g) ?? []
  return [
    '// alike-chunks.wat, compiled by scripts/make-alike-chunks.ts, which renews this file.',
    'export const alikeChunksModule = [',
    ...lines.map((line) => `  '${line}',`),
    "].join('')",
    '',
  ].join('\n')
}
