// Programs on this computer that are given up: all that they started ends, and nobody waits for it.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { readHostFacts } from '#node/remote/read-host-facts.ts'
import { localHost } from '#node/remote/local-host.ts'
import { runProgram } from '#node/remote/host.ts'
import { temporaryFolder } from './ssh-daemon.ts'

const folder = temporaryFolder()
afterAll(() => rmSync(folder, { recursive: true }))

/** Processes with this word among their arguments. */
function running(word: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(word)
    } catch {
      return false
    }
  })
}

test.runIf(process.platform === 'linux')(
  'a program that runs too long ends with what it started',
  async () => {
    const script = 'sleep 1000.25 & sleep 1000.25; true'
    const asked = runProgram(localHost(), { argv: ['sh', '-c', script] }, { timeoutMs: 500 })
    await expect(asked).rejects.toThrow('gave no answer within 0.5 s')
    await expect.poll(() => running('1000.25')).toEqual([])
  },
)

test.runIf(process.platform === 'linux').each([
  { remark: 'sleeps', profile: 'sleep 1000.5', word: '1000.5' },
  { remark: 'prints without an end', profile: 'yes 1000.75', word: '1000.75' },
])(
  'facts are given up if a login shell $remark',
  { tags: 'nightly' },
  async ({ profile, word }) => {
    const home = path.join(folder, word)
    mkdirSync(home)
    writeFileSync(path.join(home, '.bash_profile'), `${profile}\n`)
    const stop = new AbortController()
    const host = localHost({ ...process.env, HOME: home })
    const asked = readHostFacts(host, { withInstallations: true, signal: stop.signal })
    const given = expect(asked).rejects.toMatchObject({ code: 'cancelled' })
    await expect.poll(() => running(word).length).toBeGreaterThan(0)
    await delay(100)
    stop.abort()
    await given
    await expect.poll(() => running(word)).toEqual([])
  },
)
