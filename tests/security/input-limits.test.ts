// Files that are larger than any of their kind are refused before they fill the memory.
import { createWriteStream, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { readConfigFile } from '#node/application/servers/profiles.ts'
import { readSweepText } from '#node/application/sweeps/sweep-text.ts'
import { readResultFile } from '#node/result-files/read-result-file.ts'

const mostResultBytes = 256 * 2 ** 20

function temporaryFile(name: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-limits-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return path.join(folder, name)
}

test('a result file of more than 256 MiB is refused', async () => {
  const file = temporaryFile('result.json')
  writeFileSync(file, '')
  truncateSync(file, mostResultBytes + 1)
  await expect(readResultFile(file)).rejects.toThrow('larger than 256 MiB')
})

test('a compressed result file that unpacks to more than that is refused', async () => {
  const file = temporaryFile('result.json.gz')
  const piece = Buffer.alloc(2 ** 20)
  const pieces = Array.from({ length: mostResultBytes / piece.length + 1 }, () => piece)
  await pipeline(pieces, createGzip({ level: 1 }), createWriteStream(file))
  await expect(readResultFile(file)).rejects.toThrow('larger than 256 MiB')
})

test.each([
  ['a configuration of vLLM', readConfigFile, 16_384],
  ['a YAML sweep', readSweepText, 65_536],
] as const)('%s is limited in length', (_name, read, most) => {
  const text = `# ${'x'.repeat(most)}\nmodel: m`
  expect(() => read(text)).toThrow(/characters|long/)
})
