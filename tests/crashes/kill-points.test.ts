// A program that is killed at random calls of the file system, half of a write done. Its folder is copied at that call, which
// is what a kill leaves: memory of the program is lost, and what the system was given stays.
import { readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createSeededRandom } from '#node/simulator/engine/seeded-random.ts'
import { dataFolder, isLayerBuilt, removeLayer, runUnder } from './failing-layer.ts'
import { complaintAbout } from './failing-remains.ts'

afterAll(removeLayer)

const numbersOfPoints = [
  { points: 20, batches: 40, tags: [] },
  { points: 1000, batches: 600, tags: ['nightly'] },
]

describe.skipIf(!isLayerBuilt).each(numbersOfPoints)('killed at $points points', (numbers) => {
  const { points, batches, tags } = numbers
  test('nothing that was stored is lost', { tags, timeout: 3_600_000 }, () => {
    const calls = writerIn(dataFolder(), batches).calls()
    expect(calls).toBeGreaterThan(points)
    const random = createSeededRandom(points)
    const chosen = new Set<number>()
    while (chosen.size < points) chosen.add(1 + Math.floor(random() * calls))
    const data = dataFolder()
    const snapshots = dataFolder()
    writerIn(data, batches, {
      SNAP_AT: `,${[...chosen].join(',')},`,
      SNAP_OF: data,
      SNAP_TO: snapshots,
    })
    const found = readdirSync(snapshots)
    const complaints = found.flatMap((call) => {
      const complaint = complaintAbout(path.join(snapshots, call))
      rmSync(path.join(snapshots, call), { recursive: true })
      return complaint === null ? [] : [`${call}: ${complaint}`]
    })
    expect(complaints).toEqual([])
    expect(found).toHaveLength(points)
  })
})

function writerIn(data: string, batches: number, environment?: Record<string, string>) {
  const args = [path.join(data, 'kneepoint.db'), path.join(data, 'stored'), String(batches), '5']
  return runUnder({ name: 'failing-writer.ts', args, under: `${data}/kneepoint.db`, environment })
}
