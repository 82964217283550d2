// Hosts behind a ProxyCommand, as people reach them through cloudflared, AWS SSM, nc or ssh -W (appleboy/ssh-action#388,
// cloudflare/cloudflared#574), over a real OpenSSH server.
import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
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
  type SshDaemon,
} from './ssh-daemon.ts'

const folder = temporaryFolder()
afterAll(() => rmSync(folder, { recursive: true }))

/** Connects its standard input and output to a port. */
const pipe = path.join(folder, 'pipe.mjs')
writeFileSync(
  pipe,
  `import { connect } from 'node:net'
const [host, port] = process.argv.slice(2)
const socket = connect(Number(port), host)
process.stdin.pipe(socket)
socket.pipe(process.stdout)`,
)

describe.skipIf(missingDaemon !== null)('a proxy command', () => {
  const key = makeKey(folder)
  let daemon: SshDaemon
  beforeAll(async () => {
    daemon = await startSshDaemon({ folder, authorizedKeys: [key.publicKey] })
  })
  afterAll(() => daemon.stop())

  async function greetedThrough(command: string, identityFile = key.file): Promise<string> {
    const own = path.join(folder, 'known_hosts')
    const sshConfigFile = path.join(folder, 'config')
    writeFileSync(own, knownLine(daemon))
    writeFileSync(
      sshConfigFile,
      `IdentityAgent none\nHost tunnel\n  HostName 127.0.0.1\n  Port ${daemon.port}\n  IdentityFile ${identityFile}\n  ProxyCommand ${command}\n`,
    )
    const spec = sshSpecSchema.parse({ kind: 'ssh', destination: 'tunnel' })
    const surroundings = { knownHosts: { own, others: [] }, prompts: noPrompts, sshConfigFile }
    const host = openHost({ name: 'gpu-03', spec }, surroundings)
    try {
      return String(await runScript(host, 'echo hello'))
    } finally {
      await host.close()
    }
  }

  test('carries the connection', async () => {
    expect(await greetedThrough(`"${process.execPath}" ${pipe} %h %p`)).toBe('hello\n')
  })

  test.each([
    ['sh -c "echo no such tunnel: %n >&2; exit 3"', 'no such tunnel: tunnel'],
    ['true', 'exit code 0'],
    ['/nowhere/cloudflared access ssh --hostname %h', 'cloudflared'],
  ])('that ends is quoted with what it printed: %s', async (command, printed) => {
    await expect(greetedThrough(command)).rejects.toMatchObject({
      code: 'host-unreachable',
      message: expect.stringContaining(printed) as string,
    })
  })
})
