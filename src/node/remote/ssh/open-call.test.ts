// How a login shell ended, by a server that reports it in the packet that confirms its start.
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { NodeSSH } from 'node-ssh'
import ssh2 from 'ssh2'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loginShell, openCall } from './open-call.ts'

const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
const hostKey = key.export({ type: 'pkcs1', format: 'pem' }).toString()
const commands: string[] = []
const ssh = new NodeSSH()
const server = new ssh2.Server({ hostKeys: [hostKey] }, (client) => {
  client.on('authentication', (context) => context.accept())
  client.on('session', (accept) => {
    accept().on('exec', (acceptExec, _reject, { command }) => {
      commands.push(command)
      const channel = acceptExec()
      channel.stderr.write('exec is not allowed here\n')
      channel.exit(127)
      channel.close()
    })
  })
})

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await ssh.connect({ host: '127.0.0.1', port, username: 'ada', password: 'any' })
})
afterAll(() => {
  ssh.dispose()
  server.close()
})

test('an end in the packet of the start is reported with what was printed', async () => {
  const { connection } = ssh
  if (connection === null) throw new Error('not connected')
  const calling = { hostName: 'gpu-03', shell: loginShell(5000), signal: undefined }
  await expect(openCall({ ssh, connection }, calling)).rejects.toThrow(
    'ended with 127 and printed:\nexec is not allowed here',
  )
  expect(commands).toEqual(['exec sh', 'sh', 'echo $SHELL'])
})
