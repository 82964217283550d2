import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { localHost } from '../local-host.ts'
import { hostLauncher } from './host-launcher.ts'
import { followLog } from './log-follower.ts'

const mebibyte = 1024 * 1024

test('a long log is passed on in pieces, and no piece is read before the last one is taken', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-log-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const launch = path.join(folder, 'kneepoint/launches/long')
  mkdirSync(launch, { recursive: true })
  const lines = Array.from({ length: 6000 }, (_, number) => `${number} ${'ü'.repeat(440)}`)
  writeFileSync(path.join(launch, 'server.log'), `${lines.join('\n')}\nunfinished`)

  const launcher = hostLauncher(localHost({ ...process.env, XDG_DATA_HOME: folder }))
  let reads = 0
  const counted = {
    ...launcher,
    readLog(...range: Parameters<typeof launcher.readLog>) {
      reads += 1
      return launcher.readLog(...range)
    },
  }
  const log = followLog(counted, 'long')
  const taken: string[] = []
  const pieces: number[] = []
  await log.read(async (piece) => {
    const before = reads
    pieces.push(piece.reduce((bytes, line) => bytes + Buffer.byteLength(line) + 1, 0))
    taken.push(...piece)
    await new Promise((resolve) => setImmediate(resolve))
    expect(reads).toBe(before)
  })
  expect(pieces.length).toBeGreaterThan(4)
  expect(Math.max(...pieces)).toBeLessThanOrEqual(mebibyte + 1000)
  expect(taken.join('\n') === lines.join('\n')).toBe(true)
  expect(log.rest()).toEqual(['unfinished'])
})
