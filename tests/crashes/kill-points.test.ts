// A program that is killed at random calls of the file system, half of a write done. Its folder is copied at that call, which
// is what a kill leaves: memory of the program is lost, and what the system was given stays.
import { existsSync, rmSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { createSeededRandom } from '#node/simulator/engine/seeded-random.ts'
import { dataFolder, isLayerBuilt, killedAt, removeLayer, runVictim } from './failing-layer.ts'
import { complaintAbout } from './failing-remains.ts'

afterAll(removeLayer)

const numbersOfPoints = [
  { points: 20, victim: 'many batches', tags: [] },
  { points: 1000, victim: 'very many batches', tags: ['nightly'] },
]

describe.skipIf(!isLayerBuilt).each(numbersOfPoints)('killed at $points points', (numbers) => {
  const { points, victim, tags } = numbers
  test('nothing that was stored is lost', { tags, timeout: 3_600_000 }, () => {
    const { calls } = runVictim(victim, [{ data: dataFolder(), at: -1, how: '' }])
    expect(calls).toBeGreaterThan(points)
    const random = createSeededRandom(points)
    const chosen = new Set<number>()
    while (chosen.size < points) chosen.add(1 + Math.floor(random() * calls))
    const killed = killedAt(victim, dataFolder(), [...chosen], { half: true })
    const complaints = killed.flatMap(({ at, data }) => {
      expect(existsSync(data)).toBe(true)
      const complaint = complaintAbout(data)
      rmSync(data, { recursive: true })
      return complaint === null ? [] : [`${at}: ${complaint}`]
    })
    expect(complaints).toEqual([])
  })
})
