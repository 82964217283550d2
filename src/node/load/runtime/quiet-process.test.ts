import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const source = fileURLToPath(new URL('quiet-process.ts', import.meta.url))

/** Priorities cannot be raised again, so they are lowered in a process that ends. */
const script = `
  import { getPriority } from 'node:os'
  import { backgroundThreads, lowerBackgroundThreads } from ${JSON.stringify(source)}
  lowerBackgroundThreads()
  console.log(JSON.stringify({ own: getPriority(process.pid), theirs: backgroundThreads().map((id) => getPriority(id)) }))`

describe.runIf(process.platform === 'linux')('threads in the background', () => {
  it('go behind, and only they', () => {
    const own = Number(readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ')[16])
    const child = spawnSync(process.execPath, ['--input-type=module', '--eval', script])
    const priorities = JSON.parse(child.stdout.toString()) as { own: number; theirs: number[] }
    expect(priorities.own).toBe(own)
    expect(priorities.theirs.length).toBeGreaterThan(0)
    expect(new Set(priorities.theirs)).toEqual(new Set([10]))
  })
})

const collecting = `
  import { collectGarbage, collectYoungGarbage } from ${JSON.stringify(source)}
  collectGarbage()
  const unchanged = collectGarbage()
  const kept = Array.from({ length: 1_000_000 }, (_, at) => ({ at }))
  collectYoungGarbage()
  console.log(JSON.stringify({ unchanged, grown: collectGarbage(), again: collectGarbage(), kept: kept.length }))`

it('collects all garbage only after the heap has grown', () => {
  const child = spawnSync(process.execPath, ['--input-type=module', '--eval', collecting])
  expect(JSON.parse(child.stdout.toString())).toMatchObject({
    unchanged: false,
    grown: true,
    again: false,
  })
})
