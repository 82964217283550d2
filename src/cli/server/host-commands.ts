// `kneepoint host add`, `host list` and `host facts`: manages the machines that servers are launched on.
import { jsonFlag, switchFlag, textFlag } from '#core/flags/flag.ts'
import { message } from '#core/messages/message.ts'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { appError, type AppError } from '#core/model/app-error.ts'
import { sshSpecSchema } from '#core/model/host.ts'
import { hostFactsText, hostRow, hostsTable } from '#core/documents/host-text.ts'
import { readHostFacts } from '#node/remote/read-host-facts.ts'
import { databasePath } from '#node/storage/database-path.ts'
import { openDatabase } from '#node/storage/database.ts'
import { saveHost } from '#node/storage/hosts-and-servers.ts'
import { exitCodes } from '../exit.ts'
import { flagCommand } from '../flag-command.ts'
import { keptHosts, openNamed, withHost } from './named-host.ts'

export const hostAdd = flagCommand({
  name: 'kneepoint host add',
  words: 'DESTINATION',
  about:
    'Connects to a machine over SSH, reads its facts, and saves it. DESTINATION is a name from ~/.ssh/config ' +
    'or an address, as for ssh.',
  flags: {
    name: textFlag('NAME', 'Name of the host in Kneepoint.'),
    user: textFlag('USER', 'User name on the host.'),
    port: {
      schema: z.int().min(1).max(65535).nullable().default(null),
      kind: 'integer',
      metavar: 'PORT',
      summary: 'Port of the SSH server.',
    },
    identityFile: textFlag('FILE', 'Private key for authentication.'),
    ourNode: switchFlag('Copy our Node there for sending load (--on), even if the host has one.'),
  },
  async run({ name: given, ourNode, ...settings }, { print, note }, [destination = '']) {
    const name = given ?? destination
    if (keptHosts().some((host) => host.name === name)) throw nameTaken(name)
    const loadNode = ourNode ? { loadNode: 'ours' } : {}
    const spec = sshSpecSchema.parse({ kind: 'ssh', destination, ...settings, ...loadNode })
    const host = openNamed({ name, spec })
    try {
      const facts = await readHostFacts(host, { withInstallations: true })
      const database = openDatabase(databasePath())
      saveHost(database, { id: randomUUID(), name, spec, createdAtEpochMs: Date.now(), facts })
      database.close()
      note(message('cli.hostKept', { name }))
      print(hostFactsText(facts))
    } finally {
      await host.close()
    }
    return exitCodes.done
  },
})

function nameTaken(name: string): AppError {
  return appError('invalid-input', 'cli.hostTaken', { name }, { field: 'name' })
}

export const hostList = flagCommand({
  name: 'kneepoint host list',
  about: 'Lists saved hosts, with the GPUs that they last reported.',
  flags: { json: jsonFlag },
  run({ json }, { print, outputLanguage }) {
    const hosts = keptHosts()
    print(json ? JSON.stringify(hosts.map(hostRow), null, 2) : hostsTable(hosts, outputLanguage))
    return Promise.resolve(exitCodes.done)
  },
})

export const hostFacts = flagCommand({
  name: 'kneepoint host facts',
  words: 'HOST',
  about:
    'Shows the GPUs of a host and who uses them, its memory, disk, models and installations of vLLM. ' +
    'HOST is a saved host, "local", or a destination as for ssh.',
  flags: {
    json: switchFlag('Print JSON.'),
  },
  async run({ json }, { print, interrupted: signal }, [name = '']) {
    const facts = await withHost(name, (host) =>
      readHostFacts(host, { withInstallations: true, signal }),
    )
    print(json ? JSON.stringify(facts, null, 2) : hostFactsText(facts))
    return exitCodes.done
  },
})
