// The pieces of a packed load generator, mounted as ConfigMaps show them, become the program again.
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  generatorMap,
  generatorVolume,
  longestMapBytes,
} from '#features/kubernetes-load/core/generator-places.ts'
import { localHost } from '#node/remote/local-host.ts'
import { remoteProgram } from '#node/remote/load/prepare-remote-load.ts'
import { packedGenerator, unpackGenerator } from './generator-maps.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-pieces-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function mount(pieces: readonly string[]) {
  const mounted = path.join(folder, 'mounted')
  mkdirSync(mounted)
  for (const [piece, base64] of pieces.entries()) {
    const { binaryData } = generatorMap(base64, { job: 'load', namespace: 'bench', piece })
    for (const [name, held] of Object.entries(binaryData)) {
      writeFileSync(path.join(mounted, name), Buffer.from(held, 'base64'))
    }
  }
  return mounted
}

const unpack = async (mounted: string) => {
  const file = path.join(folder, 'programs', 'load-generator.mjs')
  const place = { node: process.execPath, folder: mounted, path: file }
  await unpackGenerator(localHost(), await remoteProgram(), place)
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}

test.each([longestMapBytes, 20_000])(
  'pieces of at most %d bytes become the program',
  async (most) => {
    const pieces = await packedGenerator(most)
    expect(pieces.length).toBe(most === longestMapBytes ? 1 : pieces.length)
    expect(pieces.length > 10).toBe(most < longestMapBytes)
    for (const piece of pieces)
      expect(Buffer.from(piece, 'base64').length).toBeLessThanOrEqual(most)
    expect(generatorVolume('load', pieces.length).projected.sources).toHaveLength(pieces.length)
    expect(await unpack(mount(pieces))).toBe((await remoteProgram()).sha256)
  },
)

test('pieces that are not complete are refused with the reason', async () => {
  const pieces = await packedGenerator(20_000)
  const mounted = mount(pieces.slice(0, -1))
  await expect(unpack(mounted)).rejects.toThrow(
    /cannot be unpacked in pod .*: .*Error.*unexpected end/,
  )
})
