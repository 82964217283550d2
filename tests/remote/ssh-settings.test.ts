// Settings of ~/.ssh/config that decide how a host is reached and trusted, over a real OpenSSH server: certificates, agents with
// many keys, Match exec, host keys.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sshSpecSchema } from '#core/model/host.ts'
import { runScript } from '#node/remote/host.ts'
import { openHost } from '#node/remote/open-host.ts'
import { noPrompts } from '#node/remote/ssh/ssh-prompts.ts'
import { knownLine } from './connect-to.ts'
import {
  makeKey,
  missingDaemon,
  startSshDaemon,
  temporaryFolder,
  type KeyPair,
  type SshDaemon,
} from './ssh-daemon.ts'

const folder = temporaryFolder()
afterAll(() => rmSync(folder, { recursive: true }))
const own = path.join(folder, 'known_hosts')

describe.skipIf(missingDaemon !== null)('settings of a host', () => {
  const authority = makeKey(folder, { name: 'authority' })
  const key = makeKey(folder)
  let daemon: SshDaemon
  beforeAll(async () => {
    daemon = await startSshDaemon({
      folder,
      authorizedKeys: [key.publicKey],
      settings: [`TrustedUserCAKeys ${authority.file}.pub`, 'MaxAuthTries 3'],
    })
  })
  afterAll(() => daemon.stop())

  async function greetedBy(
    lines: readonly string[],
    known = knownLine(daemon),
    port = daemon.port,
  ): Promise<string> {
    writeFileSync(own, known)
    const sshConfigFile = path.join(folder, 'config')
    const section = ['HostName 127.0.0.1', `Port ${port}`, ...lines]
    writeFileSync(sshConfigFile, `Host lab\n  ${section.join('\n  ')}\nIdentityAgent none\n`)
    const spec = sshSpecSchema.parse({ kind: 'ssh', destination: 'lab' })
    const surroundings = { knownHosts: { own, others: [] }, prompts: noPrompts, sshConfigFile }
    const host = openHost({ name: 'lab', spec }, surroundings)
    try {
      return String(await runScript(host, 'echo hello')).trim()
    } finally {
      await host.close()
    }
  }

  test.each<[what: string, text: string, why: RegExp]>([
    ['no file', '', /absent is missing/],
    ['a folder', 'FOLDER', /absent is not read as a private key \(illegal operation on a dir/],
    ['a public key', 'PUBLIC', /absent holds a public key/],
    ['a locked key', 'LOCKED', /absent needs its passphrase/],
    ['a key of PuTTY', 'PuTTY-User-Key-File-3: ssh-ed25519\n', /absent is a key of PuTTY/],
    [
      'a FIDO key',
      `-----BEGIN OPENSSH PRIVATE KEY-----\n${Buffer.from('openssh-key-v1\0sk-ssh-ed25519@openssh.com').toString('base64')}\n-----END OPENSSH PRIVATE KEY-----\n`,
      /absent is a FIDO key/,
    ],
    ['a text', 'hello\n', /absent is not read as a private key/],
  ])('%s in place of a key is named', async (_, text, why) => {
    const file = path.join(folder, 'absent')
    rmSync(file, { force: true, recursive: true })
    if (text === 'FOLDER') mkdirSync(file)
    else if (text === 'LOCKED') makeKey(folder, { name: 'absent', passphrase: 'secret' })
    else if (text !== '') writeFileSync(file, text === 'PUBLIC' ? key.publicKey : text)
    await expect(greetedBy([`IdentityFile ${file}`, 'IdentitiesOnly yes'])).rejects.toThrow(why)
    for (const each of [file, `${file}.pub`]) rmSync(each, { force: true, recursive: true })
  })

  test('what is no SSH server is named', async () => {
    const other = createServer((socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    other.listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    await expect(greetedBy([], '', port)).rejects.toThrow('acts as an SSH server')
    other.close()
  })

  test('a server without a common algorithm is named', async () => {
    const settings = ['KexAlgorithms diffie-hellman-group1-sha1']
    const another = temporaryFolder()
    const { port, stop } = await startSshDaemon({ folder: another, authorizedKeys: [], settings })
    await expect(greetedBy([], '', port)).rejects.toThrow('has no key exchange algorithm in common')
    await stop()
    rmSync(another, { recursive: true })
  })

  function certify(subject: KeyPair, validity: string, to = `${subject.file}-cert.pub`): string {
    const args = ['-q', '-s', authority.file, '-I', 'test', '-n', daemon.user, '-V', validity]
    spawnSync('ssh-keygen', [...args, `${subject.file}.pub`])
    const text = readFileSync(`${subject.file}-cert.pub`)
    rmSync(`${subject.file}-cert.pub`)
    writeFileSync(to, text)
    return to
  }

  async function withAgent(keys: readonly KeyPair[], use: (socket: string) => Promise<void>) {
    const socket = path.join(folder, 'agent')
    const agent = spawn('ssh-agent', ['-D', '-a', socket], { stdio: 'ignore' })
    try {
      while (!existsSync(socket)) await delay(20)
      const env = { ...process.env, SSH_AUTH_SOCK: socket }
      for (const { file } of keys) spawnSync('ssh-add', ['-q', file], { env })
      await use(socket)
    } finally {
      agent.kill()
      rmSync(socket, { force: true })
    }
  }

  test.each(['ed25519', 'ecdsa', 'rsa'])('a certificate beside its key: %s', async (type) => {
    const subject = makeKey(folder, { type, name: `certified_${type}` })
    certify(subject, '+1h')
    await expect(greetedBy([`IdentityFile ${subject.file}`])).resolves.toBe('hello')
  })

  test('a certificate of a key in the agent', async () => {
    const subject = makeKey(folder, { name: 'held' })
    const certificate = certify(subject, '+1h', path.join(folder, 'named-cert.pub'))
    await withAgent([subject], async (socket) => {
      const lines = [
        `CertificateFile ${certificate}`,
        `IdentityAgent ${socket}`,
        'IdentityFile none',
      ]
      await expect(greetedBy(lines)).resolves.toBe('hello')
    })
  })

  test('an expired certificate is named with its end', async () => {
    const subject = makeKey(folder, { name: 'late' })
    certify(subject, '20200101:20200102')
    await expect(greetedBy([`IdentityFile ${subject.file}`])).rejects.toMatchObject({
      code: 'authentication-failed',
      message: expect.stringMatching(/late-cert\.pub, which is valid until 2020-01-0/) as string,
    })
  })

  test('an agent with more keys than the host allows offers those of the file first', async () => {
    const others = ['a', 'b', 'c', 'd'].map((name) => makeKey(folder, { name }))
    await withAgent([...others, key], async (socket) => {
      const agent = `IdentityAgent ${socket}`
      await expect(greetedBy([agent, `IdentityFile ${key.file}`])).resolves.toBe('hello')
      await expect(greetedBy([agent, 'IdentityFile none'])).rejects.toMatchObject({
        message: expect.stringContaining('offered more keys than it accepts') as string,
      })
    })
  })

  test('Match exec chooses by a command', async () => {
    writeFileSync(path.join(folder, 'inside'), '')
    const lines = [`Match exec "test -e ${folder}/inside"`, `  IdentityFile ${key.file}`]
    await expect(greetedBy(lines)).resolves.toBe('hello')
    rmSync(path.join(folder, 'inside'))
    await expect(greetedBy(lines)).rejects.toThrow('let')
  })

  test.each([
    ['an alias, whose line has no port', () => ['HostKeyAlias lab'], () => aliasLine('lab')],
    ['a file of its own', () => [`UserKnownHostsFile ${writtenLine('other_hosts')}`], () => ''],
    [
      'none, and no question',
      () => ['UserKnownHostsFile /dev/null', 'StrictHostKeyChecking no'],
      wrong,
    ],
    ['a new one, without a question', () => ['StrictHostKeyChecking accept-new'], () => ''],
  ])('the key of a host: %s', async (_what, lines, known) => {
    await expect(greetedBy([`IdentityFile ${key.file}`, ...lines()], known())).resolves.toBe(
      'hello',
    )
  })

  test('a revoked key is refused', async () => {
    const file = path.join(folder, 'revoked')
    writeFileSync(file, `# old keys\n${daemon.hostKey.publicKey}\n`)
    await expect(greetedBy([`RevokedHostKeys ${file}`])).rejects.toThrow('revoked')
    writeFileSync(file, 'SSHKRL\n\0')
    await expect(greetedBy([`RevokedHostKeys ${file}`])).rejects.toThrow('cannot be read')
  })

  function aliasLine(name: string): string {
    return `${name} ${daemon.hostKey.publicKey}\n`
  }

  function writtenLine(name: string): string {
    const file = path.join(folder, name)
    writeFileSync(file, knownLine(daemon))
    return file
  }

  /** Another key under the host's name. */
  function wrong(): string {
    return knownLine({ ...daemon, hostKey: authority })
  }
})
