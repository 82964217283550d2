import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { keysOf } from '#core/base/keys-of.ts'
import { homedir, tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readSshConfig, sshConfig } from './ssh-config-file.ts'
import { sshRoute, type SshHop } from './ssh-route.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-route-'))
afterAll(() => rmSync(folder, { recursive: true }))

const readers = { ssh: sshConfig, own: readSshConfig }

function configOf(text: string, reader: keyof typeof readers = 'own') {
  const file = path.join(folder, 'config')
  writeFileSync(file, text)
  return readers[reader](file)
}

type Case = { remark: string; config: string; destination: string; hop: Partial<SshHop> }

test.each<Case>([
  {
    remark: 'nothing but a name',
    config: '',
    destination: 'gpu-03',
    hop: {
      address: 'gpu-03',
      port: 22,
      user: userInfo().username,
      keyName: 'gpu-03',
      identitiesOnly: false,
    },
  },
  {
    remark: 'user and port in the destination',
    config: '',
    destination: 'ada@gpu-03:2222',
    hop: { address: 'gpu-03', port: 2222, user: 'ada' },
  },
  {
    remark: 'the same as a URL',
    config: '',
    destination: 'ssh://ada@gpu-03:2222',
    hop: { address: 'gpu-03', port: 2222, user: 'ada' },
  },
  {
    remark: 'an IPv6 address',
    config: '',
    destination: 'ada@[::1]:2222',
    hop: { address: '::1', port: 2222 },
  },
  {
    remark: 'the first setting wins',
    config: 'Host gpu\n  User first\nHost *\n  User second\n  Port 7\n',
    destination: 'gpu',
    hop: { user: 'first', port: 7 },
  },
  {
    remark: 'a pattern in the address',
    config: 'Host gpu-*\n  HostName %h.cluster\n',
    destination: 'gpu-1',
    hop: { address: 'gpu-1.cluster', keyName: 'gpu-1.cluster' },
  },
  {
    remark: 'a name for the key',
    config: 'Host gpu\n  HostName 10.0.0.1\n  HostKeyAlias gpu\n',
    destination: 'gpu',
    hop: { address: '10.0.0.1', keyName: 'gpu' },
  },
  {
    remark: 'keys, with tokens',
    config: 'IdentityFile ~/.ssh/%r@%h\nIdentityFile /k\nUser ada\nIdentitiesOnly yes\n',
    destination: 'gpu',
    hop: { identityFiles: [`${homedir()}/.ssh/ada@gpu`, '/k'], identitiesOnly: true },
  },
  {
    remark: 'a key by a variable of the environment, and a time with units',
    config: 'IdentityFile ${HOME}/k\nIdentityFile none\nConnectTimeout 1m5s\n',
    destination: 'gpu',
    hop: { identityFiles: [`${process.env['HOME']}/k`], connectTimeoutMs: 65_000 },
  },
  {
    remark: 'a user of a Windows domain',
    config: 'Host gpu\n  User "CORP\\\\ada"\n',
    destination: 'gpu',
    hop: { user: 'CORP\\ada' },
  },
  {
    remark: 'a user with a realm in the destination',
    config: '',
    destination: 'ada@corp.com@gpu-03:2222',
    hop: { address: 'gpu-03', port: 2222, user: 'ada@corp.com' },
  },
  {
    remark: 'no agent',
    config: 'IdentityAgent none\n',
    destination: 'gpu',
    hop: { agentSocket: null },
  },
  {
    remark: 'an agent of its own',
    config: 'IdentityAgent ~/agent.sock\n',
    destination: 'gpu',
    hop: { agentSocket: `${homedir()}/agent.sock` },
  },
])('$remark', async ({ config, destination, hop }) => {
  for (const reader of keysOf(readers)) {
    const route = await sshRoute({ destination }, configOf(config, reader))
    expect(route, reader).toHaveLength(1)
    expect(route[0], reader).toMatchObject(hop)
  }
})

test('what was set by hand comes before the file', async () => {
  const config = configOf('Host gpu\n  User a\n  Port 1\n  IdentityFile /file\n')
  const own = { destination: 'gpu', user: 'b', port: 2, identityFile: '/own' }
  expect(await sshRoute(own, config)).toMatchObject([
    { user: 'b', port: 2, identityFiles: ['/own'] },
  ])
})

test('jumps come first, and may jump themselves', async () => {
  const config = configOf(
    'Host gpu\n  ProxyJump ada@door:2200,hall\nHost hall\n  HostName 10.0.0.9\nHost door\n  ProxyJump gate\n',
  )
  const route = await sshRoute({ destination: 'gpu' }, config)
  expect(route.map(({ address, port }) => `${address}:${port}`)).toEqual([
    'gate:22',
    'door:2200',
    '10.0.0.9:22',
    'gpu:22',
  ])
})

test.each([
  ['Host gpu\n  ProxyCommand none\nHost *\n  ProxyJump gate\n', [null]],
  ['Host gpu\n  ProxyJump gate\nHost *\n  ProxyCommand nc %h %p\n', ['nc gate 22', null]],
  [
    'Host *\n  HostName %h.lan\n  User ada\n  ProxyCommand cf --to %r@%h:%p %n\n',
    ['cf --to ada@gpu.lan:22 gpu'],
  ],
  [
    `Match host gpu user ${userInfo().username}\n  ProxyCommand a\nMatch all\n  ProxyCommand b\n`,
    ['a'],
  ],
])('of the proxies the first one counts: %j', async (text, commands) => {
  for (const reader of keysOf(readers)) {
    const route = await sshRoute({ destination: 'gpu' }, configOf(text, reader))
    expect(route.map(({ proxyCommand }) => proxyCommand)).toEqual(commands)
  }
})

test('names that a shell would expand are not passed to a proxy command', async () => {
  const config = configOf('ProxyCommand nc %h %p\n')
  for (const destination of ['$(touch x)', '-e'])
    await expect(sshRoute({ destination }, config)).rejects.toThrow('may not be passed')
})

test('a proxy command keeps the variables of its shell, and a user that it does not take may have any name', async () => {
  const config = configOf('User LAB\\\\ada\nProxyCommand ${HOME}/bin/connect %h %p\n')
  expect(await sshRoute({ destination: 'gpu' }, config)).toMatchObject([
    { user: String.raw`LAB\ada`, proxyCommand: '${HOME}/bin/connect gpu 22' },
  ])
})

test('jumps in a circle are refused', async () => {
  const config = configOf('Host a\n  ProxyJump b\nHost b\n  ProxyJump a\n')
  await expect(sshRoute({ destination: 'a' }, config)).rejects.toThrow('form a circle')
})

describe('included files', () => {
  test('what follows an include belongs to its own section', async () => {
    writeFileSync(path.join(folder, 'a.conf'), 'Host inner\n  Port 5\n')
    const config = configOf(`Include ${folder}/*.conf\nPort 9\nHost last\n  User x\n`)
    expect(await sshRoute({ destination: 'inner' }, config)).toMatchObject([{ port: 5 }])
    expect(await sshRoute({ destination: 'last' }, config)).toMatchObject([{ port: 9, user: 'x' }])
    expect(config.aliases()).toEqual(['inner', 'last'])
  })

  test('a file that includes itself ends', async () => {
    const file = path.join(folder, 'config')
    const config = configOf(`Include ${file}\nHost gpu\n  Port 3\n`)
    expect(await sshRoute({ destination: 'gpu' }, config)).toMatchObject([{ port: 3 }])
  })
})
