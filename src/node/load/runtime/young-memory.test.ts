// The young memory of a process that prepares a large workload, measured in processes of their own.
import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

const allocating = `
  import { getHeapSpaceStatistics } from 'node:v8'
  import { setTimeout as pause } from 'node:timers/promises'
  let kept = []
  let most = 0
  for (let batch = 0; batch < 150; batch++) {
    for (let at = 0; at < 10_000; at++) kept.push({ at, list: [at] })
    if (kept.length > 300_000) kept = kept.slice(150_000)
    const [young] = getHeapSpaceStatistics().filter(({ space_name }) => space_name === 'new_space')
    most = Math.max(most, young.space_size)
    await pause(1)
  }
  console.log(most)`

test('young memory stops growing once it is large enough to prepare a workload', () => {
  const limiting = `
    import { limitYoungMemory } from '#node/load/runtime/young-memory.ts'
    limitYoungMemory()`
  expect(mostYoungMb(limiting + allocating)).toBeLessThan(24)
  expect(mostYoungMb(allocating)).toBeGreaterThan(32)
})

function mostYoungMb(program: string): number {
  const args = ['--input-type=module-typescript', '--eval', program]
  return Number(execFileSync(process.execPath, args, { encoding: 'utf8' })) / 2 ** 20
}
