// Programs on hosts as people have them: every login shell, start-up files that print, wait, read and replace, wrappers.
// @module-tag nightly
import { rmSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Host, runProgram } from '#node/remote/host.ts'
import { mostAtOnce } from '#node/remote/ssh/channel-slots.ts'
import { isInstalled, loginHosts, type LoginHosts } from './login-host.ts'
import { unusableLogins, usableLogins } from './login-variants.ts'
import { missingDaemon, temporaryFolder } from './ssh-daemon.ts'

const folder = temporaryFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const input = Buffer.from([0, 10, 13, 10, 255, 107, 110, 39, 92, 36, 64, 64]).toString('latin1')
const word = `it's "$HOME" \\n !! %s\n*`
const answering = 'cat; printf "%s|" "$1" "$A"; echo no >&2; exit 7'

describe.skipIf(missingDaemon !== null)(
  `over SSH${missingDaemon === null ? '' : `: ${missingDaemon}`}`,
  () => {
    let hosts: LoginHosts
    let host: Host | null = null

    beforeAll(async () => {
      hosts = await loginHosts(folder)
    })
    afterEach(async () => {
      await host?.close()
      host = null
    })
    afterAll(() => hosts.daemon.stop())

    describe.each(Object.entries(usableLogins))('%s', (_name, login) => {
      test.skipIf(!isInstalled(login))('runs programs byte for byte', async () => {
        host = hosts.open(login)
        const argv = ['sh', '-c', answering, 'sh', word]
        const command = { argv, environment: { A: word } }
        const stdin = Buffer.from(input, 'latin1')
        const { code, stdout, stderr } = await runProgram(host, command, { stdin })
        expect([code, stdout.toString('latin1')]).toEqual([7, `${input}${word}|${word}|`])
        // bash warns of a locale each time it starts.
        expect(stderr.toString()).toMatch(/^(.*setlocale.*\n)*no\n$/)
      })
    })

    describe.each(Object.entries(unusableLogins))('%s', (_name, [login, why]) => {
      test.skipIf(!isInstalled(login))('is refused by its cause', async () => {
        host = hosts.open(login, 'ConnectTimeout 1')
        await expect(runProgram(host, { argv: ['true'] })).rejects.toThrow(why)
      })
    })

    test('what a login shell prints when a program has ended keeps no place', async () => {
      const farewell = 'for step in 1 2 3 4 5; do sleep 0.05; echo bye; echo bye >&2; done'
      host = hosts.open({ instead: `bash -c "$SSH_ORIGINAL_COMMAND"\n${farewell}` })
      for (let call = 0; call <= mostAtOnce; call++) {
        const { code } = await runProgram(host, { argv: ['true'] }, { timeoutMs: 10_000 })
        expect(code).toBe(0)
      }
    })

    test('a shell that prints nothing is reported within 5 s', { tags: 'nightly' }, async () => {
      host = hosts.open({ instead: 'exec sleep 60' })
      await expect(runProgram(host, { argv: ['true'] })).rejects.toThrow('printed nothing for 5 s')
    })

    test(
      'start-up files that take 8 s need a longer ConnectTimeout',
      { tags: 'nightly', timeout: 40_000 },
      async () => {
        const login = { files: { '.bashrc': 'sleep 8\n' } }
        host = hosts.open(login)
        await expect(runProgram(host, { argv: ['true'] })).rejects.toMatchObject({
          remedy: expect.stringContaining('ConnectTimeout') as string,
        })
        await host.close()
        host = hosts.open(login, 'ConnectTimeout 20')
        expect(await runProgram(host, { argv: ['true'] })).toMatchObject({ code: 0 })
      },
    )
  },
)
