// Forms of known hosts, each tried by ssh and by Kneepoint against the same OpenSSH server.
import { spawnSync } from 'node:child_process'
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AppError } from '#core/model/app-error.ts'
import { sshSpecSchema } from '#core/model/host.ts'
import { runScript } from '#node/remote/host.ts'
import { openHost } from '#node/remote/open-host.ts'
import { noPrompts } from '#node/remote/ssh/ssh-prompts.ts'
import {
  makeKey,
  missingDaemon,
  startSshDaemon,
  temporaryFolder,
  type SshDaemon,
} from './ssh-daemon.ts'

const folder = temporaryFolder()
afterAll(() => rmSync(folder, { recursive: true }))

describe.skipIf(missingDaemon !== null)('forms of known hosts', () => {
  const key = makeKey(folder)
  const other = makeKey(folder, { name: 'other' }).publicKey
  const otherRsa = makeKey(folder, { name: 'other_rsa', type: 'rsa' }).publicKey
  let daemon: SshDaemon
  beforeAll(async () => {
    daemon = await startSshDaemon({ folder, authorizedKeys: [key.publicKey] })
  })
  afterAll(() => daemon.stop())

  /** Lines of known_hosts, with the server's key for KEY and its port for PORT. */
  type Case = Readonly<{
    form: string
    known?: string
    second?: string
    isHashed?: boolean
    config?: readonly string[]
  }>

  const trusted: readonly Case[] = [
    { form: 'a name and a port', known: '[127.0.0.1]:PORT KEY' },
    { form: 'a name and a port, hashed', known: '[127.0.0.1]:PORT KEY', isHashed: true },
    { form: 'a name without the port', known: '127.0.0.1 KEY' },
    { form: 'a hashed name without the port', known: '127.0.0.1 KEY', isHashed: true },
    { form: 'the port and another port', known: '[127.0.0.1]:1,[127.0.0.1]:PORT KEY' },
    { form: 'a wildcard with a port', known: '[127.0.0.*]:PORT KEY' },
    { form: 'a wildcard for ports', known: '[127.0.0.?]:* KEY' },
    { form: 'a wildcard without a port', known: '127.0.0.* KEY' },
    { form: 'any name', known: '* KEY' },
    { form: 'a negation', known: '*,![127.0.0.1]:PORT KEY' },
    { form: 'a negation before', known: '![127.0.0.1]:PORT,* KEY' },
    { form: 'a negation without a port', known: '*,!127.0.0.1 KEY' },
    { form: 'a negation of another', known: '*,!other KEY' },
    { form: 'tabs and spaces', known: '  [127.0.0.1]:PORT\tKEY' },
    { form: 'lines of Windows', known: '# hosts\r\n[127.0.0.1]:PORT KEY\r' },
    { form: 'a comment at the end', known: '[127.0.0.1]:PORT KEY root@gpu # rack 3' },
    { form: 'another key and the key', known: '[127.0.0.1]:PORT OTHER\n[127.0.0.1]:PORT KEY' },
    {
      form: 'a key of another type and the key',
      known: '[127.0.0.1]:PORT RSA\n[127.0.0.1]:PORT KEY',
    },
    {
      form: 'another key without the port, accept-new',
      known: '127.0.0.1 OTHER',
      config: ['StrictHostKeyChecking accept-new'],
    },
    {
      form: 'revoked without the port and known',
      known: '[127.0.0.1]:PORT KEY\n@revoked 127.0.0.1 KEY',
    },
    { form: 'revoked for another', known: '[127.0.0.1]:PORT KEY\n@revoked other KEY' },
    { form: 'a second file', known: '', second: '[127.0.0.1]:PORT KEY' },
    {
      form: 'a file that is missing',
      config: ['UserKnownHostsFile FOLDER/absent FOLDER/known_2'],
      second: '[127.0.0.1]:PORT KEY',
    },
    {
      form: 'none, and a global file',
      config: ['UserKnownHostsFile none', 'GlobalKnownHostsFile FOLDER/known_1'],
      known: '* KEY',
    },
    {
      form: 'a global file',
      config: ['UserKnownHostsFile FOLDER/known_2', 'GlobalKnownHostsFile FOLDER/known_1'],
      known: '* KEY',
      second: '',
    },
    {
      form: 'a file by tokens',
      config: ['UserKnownHostsFile FOLDER/known_%k', 'HostKeyAlias 1'],
      known: '1 KEY',
    },
    { form: 'an alias', config: ['HostKeyAlias lab-1'], known: 'lab-1 KEY' },
    {
      form: 'an alias, hashed',
      config: ['HostKeyAlias lab-1'],
      known: 'lab-1 KEY',
      isHashed: true,
    },
    { form: 'an alias in capitals', config: ['HostKeyAlias Lab-1'], known: 'lab-1 KEY' },
    { form: 'accept-new', config: ['StrictHostKeyChecking accept-new'], known: '' },
    { form: 'no', config: ['StrictHostKeyChecking no'], known: '' },
    { form: 'lines of a command', config: ['KnownHostsCommand /bin/echo [127.0.0.1]:PORT KEY'] },
    { form: 'a command by tokens', config: ['KnownHostsCommand /bin/echo %H %t %K'] },
    { form: 'a quoted line', config: [`KnownHostsCommand "/bin/echo" "%H KEY" ' a b'`] },
    {
      form: 'a command by tokens of an alias',
      config: ['HostKeyAlias lab-1', 'KnownHostsCommand /bin/echo %k %t %K'],
    },
    {
      form: 'a command, and no files',
      config: ['UserKnownHostsFile none', 'KnownHostsCommand /bin/echo %H %t %K'],
    },
    { form: 'no command', known: '[127.0.0.1]:PORT KEY', config: ['KnownHostsCommand none'] },
    {
      form: 'a known key and a command that is missing',
      known: '[127.0.0.1]:PORT KEY',
      config: ['KnownHostsCommand /bin/missing'],
    },
    {
      form: 'a known key and a command without a folder',
      known: '[127.0.0.1]:PORT KEY',
      config: ['KnownHostsCommand false'],
    },
    {
      form: 'CheckHostIP, only the name',
      config: ['HostName localhost', 'CheckHostIP yes'],
      known: '[localhost]:PORT KEY',
    },
    {
      form: 'CheckHostIP, another key of the address',
      config: ['HostName localhost', 'CheckHostIP yes', 'AddressFamily inet'],
      known: '[localhost]:PORT KEY\n[127.0.0.1]:PORT OTHER',
    },
    {
      form: 'no CheckHostIP, another key of the address',
      config: ['HostName localhost', 'CheckHostIP no', 'AddressFamily inet'],
      known: '[localhost]:PORT KEY\n[127.0.0.1]:PORT OTHER',
    },
  ]

  const refused: readonly Case[] = [
    { form: 'no line of a command', config: ['KnownHostsCommand /bin/echo none'] },
    {
      form: 'a line of a command for another port',
      config: ['KnownHostsCommand /bin/echo [127.0.0.1]:1 KEY'],
    },
    {
      form: 'a key revoked by a command',
      known: '[127.0.0.1]:PORT KEY',
      config: ['KnownHostsCommand /bin/echo @revoked %H KEY'],
    },
    {
      form: 'a known key and a command that fails',
      known: '[127.0.0.1]:PORT KEY',
      config: ['KnownHostsCommand /bin/false'],
    },
    { form: 'a command that is missing', config: ['KnownHostsCommand /bin/missing'] },
    { form: 'another port', known: '[127.0.0.1]:1 KEY' },
    { form: 'a line out of use', known: '#[127.0.0.1]:PORT KEY' },
    { form: 'another key', known: '[127.0.0.1]:PORT OTHER' },
    { form: 'a key of another type', known: '[127.0.0.1]:PORT RSA' },
    { form: 'another key without the port', known: '127.0.0.1 OTHER' },
    { form: 'revoked', known: '@revoked * KEY' },
    { form: 'revoked and known', known: '[127.0.0.1]:PORT KEY\n@revoked * KEY' },
    {
      form: 'revoked, accept-new',
      known: '@revoked * KEY',
      config: ['StrictHostKeyChecking accept-new'],
    },
    { form: 'an authority as a key', known: '@cert-authority * KEY' },
    { form: 'revoked in a second file', known: '[127.0.0.1]:PORT KEY', second: '@revoked * KEY' },
    { form: 'none', config: ['UserKnownHostsFile none'], known: '* KEY' },
    {
      form: 'revoked in a global file',
      config: ['UserKnownHostsFile FOLDER/known_2', 'GlobalKnownHostsFile FOLDER/known_1'],
      known: '@revoked * KEY',
      second: '* KEY',
    },
    {
      form: 'a file by tokens of the host',
      config: ['UserKnownHostsFile FOLDER/known_%p'],
      second: '',
      known: '* KEY',
    },
    { form: 'an alias with a port', config: ['HostKeyAlias lab-1'], known: '[lab-1]:PORT KEY' },
    {
      form: 'the address under an alias',
      config: ['HostKeyAlias lab-1'],
      known: '[127.0.0.1]:PORT KEY',
    },
    {
      form: 'accept-new, another key',
      config: ['StrictHostKeyChecking accept-new'],
      known: '[127.0.0.1]:PORT OTHER',
    },
    {
      form: 'accept-new, a key of another type',
      config: ['StrictHostKeyChecking accept-new'],
      known: '[127.0.0.1]:PORT RSA',
    },
    { form: 'yes', config: ['StrictHostKeyChecking yes'], known: '' },
  ]

  /** With StrictHostKeyChecking no, ssh only warns about these. */
  const refusedByUs: readonly Case[] = [
    { form: 'revoked, unchecked', known: '@revoked * KEY', config: ['StrictHostKeyChecking no'] },
    {
      form: 'no, a key of another type',
      config: ['StrictHostKeyChecking no'],
      known: '[127.0.0.1]:PORT RSA',
    },
    {
      form: 'no, another key',
      config: ['StrictHostKeyChecking no'],
      known: '[127.0.0.1]:PORT OTHER',
    },
  ]

  const filled = (text: string) => {
    const serverKey = daemon.hostKey.publicKey.split(' ').slice(0, 2).join(' ')
    return text
      .replaceAll('KEY', serverKey)
      .replaceAll('PORT', String(daemon.port))
      .replaceAll('OTHER', other)
      .replaceAll('RSA', otherRsa)
      .replaceAll('FOLDER', folder)
  }

  function written({ known = '', second, isHashed = false, config = [] }: Case): string {
    const file = path.join(folder, 'known_1')
    writeFileSync(file, `${filled(known)}\n`)
    if (isHashed) spawnSync('ssh-keygen', ['-q', '-H', '-f', file])
    writeFileSync(path.join(folder, 'known_2'), `${filled(second ?? '')}\n`)
    const configFile = path.join(folder, 'config')
    const section = [
      ...config.map(filled),
      'HostName 127.0.0.1',
      `Port ${daemon.port}`,
      `UserKnownHostsFile ${folder}/known_1 ${folder}/known_2`,
      'GlobalKnownHostsFile none',
      `IdentityFile ${key.file}`,
      'IdentityAgent none',
    ]
    writeFileSync(configFile, `Host lab\n  ${section.join('\n  ')}\n`)
    return configFile
  }

  async function connected(sshConfigFile: string, throwsAll = false): Promise<boolean> {
    const own = path.join(folder, 'own')
    writeFileSync(own, '')
    const spec = sshSpecSchema.parse({ kind: 'ssh', destination: 'lab' })
    const surroundings = { knownHosts: { own, others: [] }, prompts: noPrompts, sshConfigFile }
    const host = openHost({ name: 'lab', spec }, surroundings)
    try {
      return String(await runScript(host, 'echo hello')).trim() === 'hello'
    } catch (error) {
      const isRefused = error instanceof AppError && /^host-key-/.test(error.code)
      if (isRefused && !throwsAll) return false
      throw error
    } finally {
      await host.close()
    }
  }

  function isConnectedBySsh(file: string): boolean {
    return spawnSync('ssh', ['-F', file, '-o', 'BatchMode=yes', 'lab', 'true']).status === 0
  }

  test('KnownHostsCommand gets the arguments that ssh gives it', async () => {
    const log = path.join(folder, 'arguments')
    const program = path.join(folder, 'print-known')
    writeFileSync(program, `#!/bin/sh\nprintf '<%s>' "$@" >>${log}\necho >>${log}\n`)
    chmodSync(program, 0o755)
    const tokens = '%% %H %I %K %t %f %h %n %p %r %k %C %u %i %L %l %d'
    const config = [`KnownHostsCommand ${program} ${tokens} "a b" 'c "d' e\\ f \${HOME}/x`]
    const arrived = async (connect: (file: string) => unknown) => {
      writeFileSync(log, '')
      await connect(written({ form: 'tokens', config }))
      return readFileSync(log, 'utf8')
    }
    const bySsh = await arrived(isConnectedBySsh)
    expect(bySsh).toContain(`<[127.0.0.1]:${daemon.port}><HOSTNAME>`)
    expect(await arrived(connected)).toBe(bySsh)
  })

  test('a KnownHostsCommand that fails is reported with its output', async () => {
    const program = `/bin/sh -c 'echo no token >&2; exit 3'`
    const file = written({ form: 'a failure', config: [`KnownHostsCommand ${program}`] })
    await expect(connected(file, true)).rejects.toThrow(
      /The KnownHostsCommand of 127.0.0.1 failed: .*no token/s,
    )
  })

  test.each(trusted)('trusted: $form', async (given) => {
    expect(await connected(written(given))).toBe(true)
    expect(isConnectedBySsh(written(given))).toBe(true)
  })

  test.each(refused)('refused: $form', async (given) => {
    expect(await connected(written(given))).toBe(false)
    expect(isConnectedBySsh(written(given))).toBe(false)
  })

  test.each(refusedByUs)('refused, although ssh only warns: $form', async (given) => {
    expect(await connected(written(given))).toBe(false)
    expect(isConnectedBySsh(written(given))).toBe(true)
  })
})
