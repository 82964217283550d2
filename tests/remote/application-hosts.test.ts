// Hosts as a window knows them: added, connected with questions, asked about themselves, through the contract.
// @module-tag nightly
import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { message } from '#core/messages/message.ts'
import type { Host, HostAnswer, HostQuestion } from '#core/model/host.ts'
import { clientOf, type Client } from '#node/application/services/client-of.ts'
import { openApplication } from '#node/application/application.test-support.ts'
import type { SecretStore } from '#node/application/secret-store.ts'
import { fingerprintOf } from '#node/remote/ssh/known-hosts.ts'
import { keyBytes, knownLine } from './connect-to.ts'
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

describe.skipIf(missingDaemon !== null)(
  `over SSH${missingDaemon === null ? '' : `: ${missingDaemon}`}`,
  () => {
    let daemon: SshDaemon
    let key: KeyPair
    let lockedKey: KeyPair

    beforeAll(async () => {
      key = makeKey(folder)
      lockedKey = makeKey(folder, { name: 'locked', passphrase: 'open sesame' })
      const authorizedKeys = [key.publicKey, lockedKey.publicKey]
      daemon = await startSshDaemon({ folder, authorizedKeys })
    })
    afterAll(() => daemon.stop())

    type Opened = Readonly<{ client: Client; own: string }>

    function open({ known = '', secrets }: { known?: string; secrets?: SecretStore } = {}): Opened {
      const own = path.join(temporaryFolder(), 'known_hosts')
      onTestFinished(() => rmSync(path.dirname(own), { recursive: true }))
      writeFileSync(own, known)
      const sshConfigFile = path.join(folder, 'config')
      writeFileSync(
        sshConfigFile,
        `Host gpu-03\n  HostName 127.0.0.1\n  Port ${daemon.port}\n  IdentityAgent none\n` +
          `Host behind\n  ProxyJump behind\nHost *\n  User ${daemon.user}\n`,
      )
      const ssh = { knownHosts: { own, others: [] }, sshConfigFile }
      const application = openApplication({ ssh, ...(secrets && { secrets }) })
      return { client: clientOf(application), own }
    }

    const add = (client: Client, { file }: KeyPair): Promise<Host> =>
      client.hosts.add({
        name: null,
        spec: { kind: 'ssh', destination: 'gpu-03', identityFile: file },
      })

    /** Connects, and answers what is asked meanwhile. */
    async function connect(
      client: Client,
      id: string,
      answerTo: (question: HostQuestion) => HostAnswer,
    ): Promise<{ host: Host; asked: HostQuestion[] }> {
      const controller = new AbortController()
      const asked: HostQuestion[] = []
      const news = await client.app.events(undefined, { signal: controller.signal })
      const answering = (async () => {
        for await (const event of news) {
          if (event.type !== 'host-question') continue
          asked.push(event.question)
          expect(await client.hosts.questions()).toEqual([event.question])
          await client.hosts.answer({ id: event.question.id, answer: answerTo(event.question) })
        }
      })()
      try {
        return { host: await client.hosts.connect({ id }), asked }
      } finally {
        controller.abort()
        await answering
      }
    }

    const trust = { kind: 'host-key', isTrusted: true } as const

    test('the names of ~/.ssh/config are offered, with what stands against one', async () => {
      const { client } = open()
      expect(await client.hosts.configured()).toMatchObject([
        { alias: 'gpu-03', address: '127.0.0.1', port: daemon.port, jumps: [], problem: null },
        { alias: 'behind', problem: message('hosts.jumpCircle', { host: 'behind' }) },
      ])
    })

    test('an unknown key is asked about, confirmed once, and not asked about again', async () => {
      const { client } = open()
      const { id } = await add(client, key)
      const first = await connect(client, id, () => trust)
      expect(first.host.connection.state).toBe('open')
      expect(first.asked).toMatchObject([
        {
          kind: 'host-key',
          machine: '127.0.0.1',
          fingerprint: fingerprintOf(keyBytes(daemon.hostKey)),
        },
      ])
      await client.hosts.disconnect({ id })
      expect((await connect(client, id, () => trust)).asked).toEqual([])
    })

    test('an untrusted key ends the attempt, and the host says why', async () => {
      const { client } = open()
      const { id } = await add(client, key)
      const refused = connect(client, id, () => ({ kind: 'host-key', isTrusted: false }))
      await expect(refused).rejects.toMatchObject({ data: { code: 'host-key-unknown' } })
      const host = (await client.hosts.list()).find((one) => one.id === id)
      expect(host?.connection).toMatchObject({ state: 'failed', code: 'host-key-unknown' })
    })

    test('a passphrase is asked for, and kept where the reader wants and the system can', async () => {
      const kept = new Map<string, string>()
      const secrets: SecretStore = {
        canKeep: true,
        read: (name) => kept.get(name) ?? null,
        write: (name, secret) => void kept.set(name, secret),
        forget: (prefix) => {
          for (const name of kept.keys()) if (name.startsWith(prefix)) kept.delete(name)
        },
      }
      const { client } = open({ known: knownLine(daemon), secrets })
      const { id } = await add(client, lockedKey)
      const say = (secret: string) => () => ({ kind: 'secret', secret, isKept: true }) as const
      await expect(connect(client, id, say('wrong'))).rejects.toMatchObject({
        data: { code: 'authentication-failed' },
      })
      expect(kept.size).toBe(0)
      const { asked } = await connect(client, id, say('open sesame'))
      expect(asked).toMatchObject([
        {
          kind: 'secret',
          text: message('hosts.passphrase', { file: lockedKey.file }),
          canBeKept: true,
        },
      ])
      await client.hosts.disconnect({ id })
      expect((await connect(client, id, say('never'))).asked).toEqual([])
      await client.hosts.remove({ id })
      expect(kept.size).toBe(0)
    })

    test('a question is withdrawn when the host is left alone', async () => {
      const { client } = open()
      const { id } = await add(client, key)
      const connecting = client.hosts.connect({ id })
      await expect.poll(async () => (await client.hosts.questions()).length).toBe(1)
      await client.hosts.disconnect({ id })
      await expect(connecting).rejects.toThrow('gpu-03 was disconnected.')
      expect(await client.hosts.questions()).toEqual([])
      const known = (await client.hosts.list()).find((host) => host.id === id)
      expect(known?.connection).toEqual({ state: 'closed' })
    })

    test('facts are reported, stored, and stay when only some are queried again', async () => {
      const { client } = open({ known: knownLine(daemon) })
      const { id } = await add(client, key)
      const facts = await client.hosts.facts({ id })
      expect(facts).toMatchObject({ user: daemon.user, gpus: [] })
      const again = await client.hosts.facts({ id, withInstallations: false })
      expect(again.installations).toEqual(facts.installations)
      const host = (await client.hosts.list()).find((one) => one.id === id)
      expect(host).toMatchObject({ facts: again, connection: { state: 'open' } })
    })
  },
)

test('this computer is there from the start, connected, and stays', async () => {
  const client = clientOf(openApplication())
  const [here, ...others] = await client.hosts.list()
  expect(here).toMatchObject({ id: 'local', connection: { state: 'open' }, facts: null })
  expect(others).toEqual([])
  expect((await client.hosts.facts({ id: 'local' })).cpuCount).toBeGreaterThan(0)
  await expect(client.hosts.remove({ id: 'local' })).rejects.toMatchObject({
    data: { code: 'invalid-input', field: 'spec' },
  })
})
