// Hosts over a real OpenSSH server: ways in, host keys, jumps, programs, files, ports, broken connections.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createTcpServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { inEnglish } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import { sshSpecSchema } from '#core/model/host.ts'
import { type Host, readHostFile, runProgram, runScript, writeHostFile } from '#node/remote/host.ts'
import { forwardPort } from '#node/remote/forward-port.ts'
import { localHost } from '#node/remote/local-host.ts'
import { openHost } from '#node/remote/open-host.ts'
import { fingerprintOf } from '#node/remote/ssh/known-hosts.ts'
import { knownHostLine } from '#node/remote/ssh/known-hosts.ts'
import { noPrompts, type SshPrompts } from '#node/remote/ssh/ssh-prompts.ts'
import { keyBytes, knownLine } from './connect-to.ts'
import {
  freePort,
  makeKey,
  missingDaemon,
  startSshDaemon,
  temporaryFolder,
  type KeyPair,
  type SshDaemon,
} from './ssh-daemon.ts'

type SecretQuestion = Parameters<SshPrompts['askSecret']>[0]

const folder = temporaryFolder()
const opened: Host[] = []

afterEach(async () => {
  await Promise.all(opened.splice(0).map((host) => host.close()))
})
afterAll(() => rmSync(folder, { recursive: true }))

type Given = Readonly<{
  daemon: SshDaemon
  config?: string
  destination?: string
  identityFile?: string | null
  prompts?: SshPrompts
  knownHosts?: string
}>

/** A host whose key is known, unless given otherwise. */
function hostAt({
  daemon,
  config = 'IdentityAgent none',
  destination = '127.0.0.1',
  identityFile = path.join(folder, 'key'),
  prompts = noPrompts,
  knownHosts = knownLine(daemon),
}: Given): Host {
  const files = { own: path.join(folder, 'known_hosts'), others: [] }
  const sshConfigFile = path.join(folder, 'config')
  writeFileSync(files.own, knownHosts)
  writeFileSync(sshConfigFile, config)
  const port = destination === '127.0.0.1' ? daemon.port : null
  const spec = sshSpecSchema.parse({ kind: 'ssh', destination, port, identityFile })
  const host = openHost({ name: 'gpu-03', spec }, { knownHosts: files, prompts, sshConfigFile })
  opened.push(host)
  return host
}

const greet = (host: Host) => runScript(host, 'echo hello').then(String)

/** Resolves when the host has noticed. */
async function breakConnection(host: Host, daemon: SshDaemon): Promise<void> {
  const reading = await host.start({ argv: ['cat'] })
  daemon.dropConnections()
  await expect(reading.ended).rejects.toThrow('The connection to gpu-03 broke.')
}

function errorOf(promise: Promise<unknown>): Promise<AppError> {
  return promise.then(
    () => Promise.reject(new Error('it worked')),
    (error: unknown) => (error instanceof AppError ? error : Promise.reject(error as Error)),
  )
}

describe.skipIf(missingDaemon !== null)(
  `over SSH${missingDaemon === null ? '' : `: ${missingDaemon}`}`,
  () => {
    let daemon: SshDaemon
    let key: KeyPair
    let lockedKey: KeyPair

    beforeAll(async () => {
      key = makeKey(folder)
      lockedKey = makeKey(folder, { name: 'locked', passphrase: 'open sesame' })
      daemon = await startSshDaemon({
        folder,
        authorizedKeys: [key.publicKey, lockedKey.publicKey],
      })
    })
    afterAll(() => daemon.stop())

    describe('ways in', () => {
      test.each(['ed25519', 'ecdsa', 'rsa'])('a key of type %s', async (type) => {
        const own = makeKey(folder, { type, name: `id_${type}` })
        writeFileSync(
          path.join(folder, 'authorized_keys'),
          `${own.publicKey}\n${key.publicKey}\n${lockedKey.publicKey}\n`,
        )
        expect(await greet(hostAt({ daemon, identityFile: own.file }))).toBe('hello\n')
      })

      test('a key with a passphrase, asked for once', async () => {
        const asked: string[] = []
        const prompts = {
          ...noPrompts,
          askSecret: ({ text }: SecretQuestion) => {
            asked.push(inEnglish(text))
            return Promise.resolve('open sesame')
          },
        }
        const host = hostAt({ daemon, identityFile: lockedKey.file, prompts })
        expect(await greet(host)).toBe('hello\n')
        await breakConnection(host, daemon)
        expect(await greet(host)).toBe('hello\n')
        expect(asked).toEqual([`Passphrase of ${lockedKey.file}`])
      })

      test('an agent, from which only the named key is offered', async () => {
        const socket = path.join(folder, 'agent.sock')
        const agent = spawn('ssh-agent', ['-D', '-a', socket], { stdio: 'pipe' })
        await once(agent.stdout, 'data')
        const env = { ...process.env, SSH_AUTH_SOCK: socket }
        for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) {
          spawnSync('ssh-add', ['-q', makeKey(folder, { name: `other_${name}` }).file], { env })
        }
        spawnSync('ssh-add', ['-q', key.file], { env })
        const publicOnly = path.join(folder, 'public_only')
        writeFileSync(`${publicOnly}.pub`, key.publicKey)
        const config = `IdentityAgent ${socket}\nIdentitiesOnly yes\nIdentityFile ${publicOnly}\n`
        expect(await greet(hostAt({ daemon, config, identityFile: null }))).toBe('hello\n')
        agent.kill()
      })

      test('the second key, where the first one is not wanted', async () => {
        const stranger = makeKey(folder, { name: 'first_stranger' })
        const config = `IdentityAgent none\nIdentityFile ${stranger.file}\nIdentityFile ${key.file}\n`
        expect(await greet(hostAt({ daemon, config, identityFile: null }))).toBe('hello\n')
      })

      test('no key at all is a refusal that says what was tried', async () => {
        const stranger = makeKey(folder, { name: 'stranger' })
        const error = await errorOf(greet(hostAt({ daemon, identityFile: stranger.file })))
        expect(error.code).toBe('authentication-failed')
        expect(error.message).toContain(`does not let "${daemon.user}" in; offered: publickey.`)
      })
    })

    describe('host keys', () => {
      test('an unknown one is asked about once, and kept', async () => {
        const asked: string[] = []
        const confirmHostKey = ({ fingerprint }: { fingerprint: string }) => {
          asked.push(fingerprint)
          return Promise.resolve(true)
        }
        const host = hostAt({ daemon, knownHosts: '', prompts: { ...noPrompts, confirmHostKey } })
        expect(await greet(host)).toBe('hello\n')
        expect(asked).toEqual([fingerprintOf(keyBytes(daemon.hostKey))])
        const kept = readFileSync(path.join(folder, 'known_hosts'), 'utf8')
        expect(kept).toBe(knownLine(daemon))
        expect(await greet(hostAt({ daemon, knownHosts: kept }))).toBe('hello\n')
      })

      test('an unknown one that is not confirmed is refused with its fingerprint', async () => {
        const error = await errorOf(greet(hostAt({ daemon, knownHosts: '' })))
        expect(error.code).toBe('host-key-unknown')
        expect(error.message).toContain(fingerprintOf(keyBytes(daemon.hostKey)))
      })

      test.each([true, false])(
        'an answer of %s after the connection ended throws nothing',
        async (isConfirmed) => {
          let answer: ((isConfirmed: boolean) => void) | undefined
          const confirmHostKey = () => {
            daemon.dropConnections()
            return new Promise<boolean>((resolve) => (answer = resolve))
          }
          const host = hostAt({ daemon, knownHosts: '', prompts: { ...noPrompts, confirmHostKey } })
          const error = await errorOf(greet(host))
          answer?.(isConfirmed)
          expect(error.code).toBe('host-unreachable')
        },
      )

      test('a hashed name is found', async () => {
        const file = path.join(folder, 'hashed')
        writeFileSync(file, knownLine(daemon))
        spawnSync('ssh-keygen', ['-H', '-f', file])
        const hashed = readFileSync(file, 'utf8')
        expect(hashed).toMatch(/^\|1\|/)
        expect(await greet(hostAt({ daemon, knownHosts: hashed }))).toBe('hello\n')
      })

      test('a changed one is refused, and the old line named', async () => {
        const other = makeKey(folder, { name: 'other_host' })
        const knownHosts = `# a comment\n${knownHostLine({ name: '127.0.0.1', port: daemon.port }, keyBytes(other))}`
        const error = await errorOf(greet(hostAt({ daemon, knownHosts })))
        expect(error.code).toBe('host-key-changed')
        expect(error.message).toContain(`${path.join(folder, 'known_hosts')}:2`)
      })

      test('one of another type than the known one is refused, not asked about', async () => {
        const other = makeKey(folder, { type: 'ecdsa', name: 'other_type' })
        const address = { name: '127.0.0.1', port: daemon.port }
        const confirmHostKey = () => Promise.reject(new Error('asked'))
        const prompts = { ...noPrompts, confirmHostKey }
        const knownHosts = knownHostLine(address, keyBytes(other))
        const error = await errorOf(greet(hostAt({ daemon, knownHosts, prompts })))
        expect(error.code).toBe('host-key-changed')
        expect(error.message).toMatch(
          /only a key of type ssh-ed25519.*known_hosts:1 holds one of type ecdsa/,
        )
      })

      test('a revoked one is refused', async () => {
        const error = await errorOf(
          greet(hostAt({ daemon, knownHosts: `@revoked ${knownLine(daemon)}` })),
        )
        expect(error.code).toBe('host-key-changed')
        expect(error.message).toContain('revoked')
      })
    })

    describe('letting go', () => {
      const inTimeMs = 10_000

      test('of a machine that hangs', { timeout: inTimeMs }, async () => {
        const host = hostAt({ daemon })
        await greet(host)
        const thaw = daemon.freezeConnections()
        try {
          await host.close()
        } finally {
          thaw()
        }
      })

      test('while it is being connected', { timeout: inTimeMs }, async () => {
        const silent = createTcpServer(() => undefined).listen(0, '127.0.0.1')
        await once(silent, 'listening')
        const { port } = silent.address() as AddressInfo
        const host = hostAt({ daemon: { ...daemon, port } })
        const refused = expect(greet(host)).rejects.toMatchObject({
          code: 'host-unreachable',
          message: 'gpu-03 was disconnected.',
        })
        await once(silent, 'connection')
        await host.close()
        await refused
        silent.close()
      })

      test('while a person is asked', { timeout: inTimeMs }, async () => {
        let asked: () => void = () => undefined
        const isAsked = new Promise<void>((resolve) => (asked = resolve))
        const askSecret = () => {
          asked()
          return new Promise<null>(() => undefined)
        }
        const prompts = { ...noPrompts, askSecret }
        const host = hostAt({ daemon, identityFile: lockedKey.file, prompts })
        const refused = expect(greet(host)).rejects.toThrow('gpu-03 was disconnected.')
        await isAsked
        await host.close()
        await refused
      })
    })

    describe('the way there', () => {
      test('an alias, its user, port, key and an included file', async () => {
        writeFileSync(
          path.join(folder, 'more'),
          `Host far\n  HostName 127.0.0.1\n  Port ${daemon.port}\n  IdentityFile ${key.file}\n`,
        )
        const config = `Include ${path.join(folder, 'more')}\nIdentityAgent none\nHost other\n  Port 1\n`
        expect(
          await greet(hostAt({ daemon, config, destination: 'far', identityFile: null })),
        ).toBe('hello\n')
      })

      test('through another machine, each checked under its own name', async () => {
        const jumpFolder = temporaryFolder()
        const jump = await startSshDaemon({ folder: jumpFolder, authorizedKeys: [key.publicKey] })
        const config = [
          'IdentityAgent none',
          `IdentityFile ${key.file}`,
          `Host door\n  HostName 127.0.0.1\n  Port ${jump.port}`,
          `Host inside\n  HostName 127.0.0.1\n  Port ${daemon.port}\n  ProxyJump door`,
        ].join('\n')
        const given = { daemon, config, destination: 'inside', identityFile: null }
        const knownHosts = knownLine(daemon) + knownLine(jump)
        const script = 'echo "$SSH_CONNECTION" | cut -d" " -f4'
        expect(String(await runScript(hostAt({ ...given, knownHosts }), script))).toBe(
          `${daemon.port}\n`,
        )
        const error = await errorOf(greet(hostAt({ ...given, knownHosts: knownLine(daemon) })))
        expect(error.code).toBe('host-key-unknown')
        await jump.stop()
        rmSync(jumpFolder, { recursive: true })
      })

      test('no listener', async () => {
        const port = await freePort()
        const config = `IdentityAgent none\nHost gone\n  HostName 127.0.0.1\n  Port ${port}\n`
        const error = await errorOf(greet(hostAt({ daemon, config, destination: 'gone' })))
        expect(error.code).toBe('host-unreachable')
        expect(error.message).toContain('ECONNREFUSED')
      })
    })

    test('a broken connection ends what ran over it, and the next program gets a new one', async () => {
      const host = hostAt({ daemon })
      await breakConnection(host, daemon)
      expect(await greet(host)).toBe('hello\n')
    })

    test('many programs at once wait for their turn', async () => {
      const host = hostAt({ daemon })
      const answers = await Promise.all(Array.from({ length: 25 }, () => greet(host)))
      expect(new Set(answers)).toEqual(new Set(['hello\n']))
    })

    describe.each(['ssh', 'local'] as const)('a host that is %s', (kind) => {
      const given = () => (kind === 'ssh' ? hostAt({ daemon }) : localHost())

      test('hands words and input over byte for byte', async () => {
        const host = given()
        const word = fc.string({ unit: 'binary' }).filter((text) => !text.includes('\0'))
        await fc.assert(
          fc.asyncProperty(fc.array(word), fc.uint8Array(), async (words, stdin) => {
            const argv = ['/usr/bin/printf', String.raw`%s\0`, ...words, '']
            const { stdout } = await runProgram(host, { argv })
            expect(stdout.toString()).toBe([...words, ''].map((text) => `${text}\0`).join(''))
            const { stdout: echoed } = await runProgram(host, { argv: ['cat'] }, { stdin })
            expect(new Uint8Array(echoed)).toEqual(stdin)
          }),
          { numRuns: 15 },
        )
      })

      test('gives the exit code, both outputs and the environment', async () => {
        const command = {
          argv: ['sh', '-c', 'echo "$A"; echo no >&2; exit 3'],
          environment: { A: "it's" },
        }
        const { code, stdout, stderr } = await runProgram(given(), command)
        expect([code, String(stdout), String(stderr)]).toEqual([3, "it's\n", 'no\n'])
      })

      test('a script that fails says why', async () => {
        const error = await errorOf(runScript(given(), 'echo broken >&2; exit 1'))
        expect(error.message).toContain('broken')
      })

      test('what takes too long is ended', async () => {
        const error = await errorOf(
          runProgram(given(), { argv: ['sleep', '61.5'] }, { timeoutMs: 300 }),
        )
        expect(error.message).toContain('no answer within 0.3 s')
        const isRunning = () => spawnSync('pgrep', ['-fx', 'sleep 61.5']).status === 0
        await expect.poll(isRunning, { timeout: 5000 }).toBe(false)
      })

      test('what prints too much is ended', async () => {
        const error = await errorOf(
          runProgram(given(), { argv: ['yes', kind] }, { mostBytes: 2 ** 20 }),
        )
        expect(error.message).toMatch(/^yes on .* printed more than 1 MiB and was ended\.$/)
        const isRunning = () => spawnSync('pgrep', ['-fx', `yes ${kind}`]).status === 0
        await expect.poll(isRunning, { timeout: 5000 }).toBe(false)
      })

      test('files appear whole and with the rights asked for', async () => {
        const host = given()
        const file = path.join(folder, `${kind} it's a folder`, 'file')
        await writeHostFile(host, { path: file, contents: 'secret\0\n', mode: '600' })
        expect(statSync(file).mode & 0o777).toBe(0o600)
        expect(String(await readHostFile(host, file))).toBe('secret\0\n')
        expect(await readHostFile(host, `${file}.not`)).toBeNull()
      })

      test('a port leads to a server over there, and to nothing when it is gone', async () => {
        const server = createServer((_request, response) => response.end('hello')).listen(
          0,
          '127.0.0.1',
        )
        await once(server, 'listening')
        const address = server.address()
        const port = typeof address === 'object' && address !== null ? address.port : 0
        const forwarded = await forwardPort(given(), { address: '127.0.0.1', port })
        const url = `http://127.0.0.1:${forwarded.port}`
        expect(await (await fetch(url, { headers: { connection: 'close' } })).text()).toBe('hello')
        server.closeAllConnections()
        server.close()
        await once(server, 'close')
        await expect(fetch(url)).rejects.toThrow('fetch failed')
        await forwarded.close()
      })
    })
  },
)
