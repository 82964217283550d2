// `web` with a display: what the browser's arguments, which every user may read, reveal.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openBrowser } from './open-browser.ts'

const url = 'http://127.0.0.1:8123/#token=only-the-owner-may-read-this'

test.runIf(process.platform === 'linux')(
  'the browser receives a file of the owner that redirects, and no token',
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-open-'))
    const seen = path.join(folder, 'arguments')
    const opener = path.join(folder, 'xdg-open')
    writeFileSync(opener, `#!/bin/sh\nprintf '%s' "$*" > ${seen}.new\nmv ${seen}.new ${seen}\n`, {
      mode: 0o755,
    })
    vi.stubEnv('PATH', `${folder}:${process.env['PATH'] ?? ''}`)
    vi.stubEnv('DISPLAY', ':0')
    vi.stubEnv('KNEEPOINT_NO_BROWSER', '')
    onTestFinished(() => {
      vi.unstubAllEnvs()
      rmSync(folder, { recursive: true })
    })
    const remove = openBrowser(url, folder)
    const given = await vi.waitUntil(() => readOrNull(seen), { timeout: 10_000 })
    expect(given).toMatch(/^file:\/\/\S+$/)
    const page = fileURLToPath(given)
    expect(statSync(page).mode & 0o777).toBe(0o600)
    expect(statSync(path.dirname(page)).mode & 0o777).toBe(0o700)
    expect(readFileSync(page, 'utf8')).toContain(`url=${url}"`)
    remove()
    expect(readOrNull(page)).toBe(null)
  },
)

function readOrNull(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
