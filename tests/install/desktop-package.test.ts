// What the desktop program is packaged from, by electron-builder itself around an empty Electron.
// @module-tag nightly
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const script = fileURLToPath(new URL('../../scripts/run', import.meta.url))

test('has all that the program loads, and nothing else', () => {
  const { status, stdout } = spawnSync(process.execPath, [script, 'package', '--dry'], {
    encoding: 'utf8',
  })
  expect(status).toBe(0)
  expect(stdout).toMatch(/\d+ files, \d+\.\d+ MiB without Electron, 0 faults/)
  for (const part of ['out/main', 'out/renderer', 'node_modules/better-sqlite3', 'bench/native']) {
    expect(stdout).toContain(part)
  }
}, 180_000)
