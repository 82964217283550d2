// Certificates of hosts, each tried by ssh and by Kneepoint against the same OpenSSH server.
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { AppError } from '#core/model/app-error.ts'
import { sshSpecSchema } from '#core/model/host.ts'
import { runScript } from '#node/remote/host.ts'
import { openHost } from '#node/remote/open-host.ts'
import { noPrompts } from '#node/remote/ssh/ssh-prompts.ts'
import {
  type DaemonOptions,
  type KeyPair,
  makeKey,
  missingDaemon,
  startSshDaemon,
  temporaryFolder,
} from './ssh-daemon.ts'

const folder = temporaryFolder()
afterAll(() => rmSync(folder, { recursive: true }))

type Options = Pick<DaemonOptions, 'hostKeyType' | 'settings'> & {
  form: string
  authority?: KeyPair
  signed?: readonly string[]
  /** Lines of known_hosts, with the authority's key for CA, the server's for KEY, its port for PORT. */
  known?: string
  config?: readonly string[]
  /** Changes the host's reply, whose part from `start` is its certificate, on the way. */
  tamper?: (reply: Buffer, start: number) => void
}

describe.skipIf(missingDaemon !== null)('certificates of hosts', () => {
  const key = makeKey(folder)
  const authorities = Object.fromEntries(
    ['ed25519', 'ecdsa', 'rsa'].map((type) => [
      type,
      makeKey(folder, { type, name: `ca_${type}` }),
    ]),
  ) as Record<'ed25519' | 'ecdsa' | 'rsa', KeyPair>
  const large = makeKey(folder, { type: 'ecdsa', name: 'ca_large' })
  spawnSync('ssh-keygen', ['-q', '-t', 'ecdsa', '-b', '521', '-N', '', '-f', `${folder}/ca_521`])
  const ca521 = {
    file: `${folder}/ca_521`,
    publicKey: readFileSync(`${folder}/ca_521.pub`, 'utf8'),
  }

  async function tried(options: Options): Promise<{ ours: true | string; ssh: boolean }> {
    const { authority = authorities.ed25519, signed = ['-h', '-n', '127.0.0.1', '-V', '+1h'] } =
      options
    const { known = '@cert-authority * CA', config = [], hostKeyType, settings, tamper } = options
    const daemon = await startSshDaemon({
      folder,
      authorizedKeys: [key.publicKey],
      ...(hostKeyType && { hostKeyType }),
      ...(settings && { settings }),
      certify({ file }) {
        spawnSync('ssh-keygen', [
          '-q',
          '-s',
          authority.file,
          '-I',
          'test',
          ...signed,
          `${file}.pub`,
        ])
        return `${file}-cert.pub`
      },
    })
    const proxy = tamper && tamperingProxy(daemon.port, tamper)
    if (proxy) await once(proxy, 'listening')
    const port = proxy ? (proxy.address() as AddressInfo).port : daemon.port
    try {
      const blob = ({ publicKey }: KeyPair) => publicKey.split(' ').slice(0, 2).join(' ')
      const file = path.join(folder, 'known')
      const text = known
        .replaceAll('CA', blob(authority))
        .replaceAll('KEY', blob(daemon.hostKey))
        .replaceAll('OTHER', blob(large))
        .replaceAll('PORT', String(port))
      writeFileSync(file, `${text}\n`)
      const sshConfigFile = path.join(folder, 'config')
      const section = [
        ...config,
        'HostName 127.0.0.1',
        `Port ${port}`,
        `UserKnownHostsFile ${file}`,
        'GlobalKnownHostsFile none',
        `IdentityFile ${key.file}`,
        'IdentityAgent none',
      ]
      writeFileSync(sshConfigFile, `Host lab\n  ${section.join('\n  ')}\n`)
      const ours = await greeted(sshConfigFile)
      const args = ['-F', sshConfigFile, '-o', 'BatchMode=yes', 'lab', 'true']
      // The proxy is in this process, which waits for ssh.
      return { ours, ssh: tamper === undefined && spawnSync('ssh', args).status === 0 }
    } finally {
      proxy?.close()
      await daemon.stop()
    }
  }

  async function greeted(sshConfigFile: string): Promise<true | string> {
    const spec = sshSpecSchema.parse({ kind: 'ssh', destination: 'lab' })
    const knownHosts = { own: path.join(folder, 'own'), others: [] }
    writeFileSync(knownHosts.own, '')
    const host = openHost({ name: 'lab', spec }, { knownHosts, prompts: noPrompts, sshConfigFile })
    try {
      const printed = await runScript(host, 'head -c 100000 /dev/zero | tr "\\0" x')
      return String(printed).length === 100_000 || 'less was printed'
    } catch (error) {
      if (error instanceof AppError) return error.message
      throw error
    } finally {
      await host.close()
    }
  }

  test.each<Options>([
    { form: 'Ed25519' },
    { form: 'an ECDSA key by ECDSA', hostKeyType: 'ecdsa', authority: authorities.ecdsa },
    { form: 'an RSA key by RSA', hostKeyType: 'rsa', authority: authorities.rsa },
    { form: 'an RSA key by ECDSA of 521 bits', hostKeyType: 'rsa', authority: ca521 },
    {
      form: 'by RSA with SHA-256',
      authority: authorities.rsa,
      signed: ['-h', '-n', '127.0.0.1', '-t', 'rsa-sha2-256'],
    },
    { form: 'without an end', signed: ['-h', '-n', '127.0.0.1'] },
    { form: 'for all names', signed: ['-h'] },
    { form: 'for several names', signed: ['-h', '-n', 'gpu-03,127.0.0.1'] },
    { form: 'for an alias', signed: ['-h', '-n', 'gpu-03'], config: ['HostKeyAlias gpu-03'] },
    { form: 'an authority for a name without a port', known: '@cert-authority 127.0.0.1 CA' },
    { form: 'an authority for a name with a port', known: '@cert-authority [127.0.0.1]:PORT CA' },
    { form: 'two authorities', known: '@cert-authority * OTHER\n@cert-authority * CA' },
    { form: 'another known key', known: '@cert-authority * CA\n[127.0.0.1]:PORT OTHER' },
    { form: 'group exchange', settings: ['KexAlgorithms diffie-hellman-group-exchange-sha256'] },
    { form: 'a group', settings: ['KexAlgorithms diffie-hellman-group14-sha256'] },
    { form: 'keys renewed after every 16 KiB', settings: ['RekeyLimit 16K'] },
    { form: 'of another authority, with a known key', known: '@cert-authority * OTHER\n* KEY' },
    { form: 'none, with a known key', signed: ['--wrong'], known: '@cert-authority * CA\n* KEY' },
  ])('accepted: $form', async (options) => {
    expect(await tried(options)).toEqual({ ours: true, ssh: true })
  })

  test.each<Options & { why: string }>([
    {
      form: 'expired',
      signed: ['-h', '-n', '127.0.0.1', '-V', '20200101:20200102'],
      why: 'it expired at 2020-01-0',
    },
    {
      form: 'not valid yet',
      signed: ['-h', '-n', '127.0.0.1', '-V', '20900101:20900102'],
      why: 'not valid until 20',
    },
    {
      form: 'for another name',
      signed: ['-h', '-n', 'gpu-03,gpu-04'],
      why: 'it is for gpu-03, gpu-04, not for 127.0.0.1',
    },
    { form: 'for a pattern', signed: ['-h', '-n', '127.*'], why: 'it is for 127.*' },
    { form: 'of another authority', known: '@cert-authority * OTHER', why: 'not known yet' },
    {
      form: 'an authority of other hosts',
      known: '@cert-authority other CA',
      why: 'not known yet',
    },
    { form: 'none', signed: ['--wrong'], why: 'not known yet' },
    { form: 'a revoked authority', known: '@cert-authority * CA\n@revoked * CA', why: 'revoked' },
    { form: 'a revoked key', known: '@cert-authority * CA\n@revoked * KEY', why: 'revoked' },
    {
      form: 'with another key',
      // A nonce of 32 bytes and its length are before the key.
      tamper: (reply, start) => spoil(reply, start + 36 + 36 + 4 + 5),
      why: 'its signature is wrong',
    },
    {
      form: 'of a host without its key',
      tamper(reply, start) {
        const end = start + reply.readUInt32BE(start - 4)
        // The host's part of the secret, then the signature with its algorithm.
        const signatureAt = end + 4 + reply.readUInt32BE(end)
        spoil(reply, signatureAt + 4 + 15 + 4 + 7)
      },
      why: 'signature verification failed',
    },
    {
      form: 'of SHA-1',
      authority: authorities.rsa,
      signed: ['-h', '-n', '127.0.0.1', '-t', 'ssh-rsa'],
      why: 'SHA-1',
    },
  ])('refused: $form', async ({ why, ...options }) => {
    expect(await tried(options)).toEqual({
      ours: expect.stringContaining(why) as string,
      ssh: false,
    })
  })

  test('an expired one, although ssh continues with its key', async () => {
    const signed = ['-h', '-n', '127.0.0.1', '-V', '20200101:20200102']
    const config = ['StrictHostKeyChecking accept-new']
    expect(await tried({ form: 'expired', signed, config })).toEqual({
      ours: expect.stringContaining('it expired') as string,
      ssh: true,
    })
  })
})

const certificateStart = Buffer.from('\0\0\0\x20ssh-ed25519-cert-v01@openssh.com')

/** The exchange of keys is plain text. */
function tamperingProxy(port: number, tamper: NonNullable<Options['tamper']>) {
  return createServer((client) => {
    const host = connect(port, '127.0.0.1')
    for (const each of [client, host]) each.on('error', () => undefined)
    client.pipe(host)
    host.on('close', () => client.destroy())
    host.on('data', (chunk) => {
      const start = chunk.indexOf(certificateStart)
      if (start !== -1) tamper(chunk, start)
      client.write(chunk)
    })
  }).listen(0, '127.0.0.1')
}

/** Changes one byte. */
function spoil(reply: Buffer, at: number): void {
  reply[at] = (reply[at] ?? 0) ^ 1
}
