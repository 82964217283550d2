// `kneepoint host add`: a machine to launch servers on, connected once and kept.
import { switchFlag, textFlag } from '#core/flags/value-schemas.ts'
import { message } from '#core/messages/message.ts'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { appError, type AppError } from '#core/model/app-error.ts'
import { sshSpecSchema } from '#core/model/host/host.ts'
import { hostFactsText } from '#core/report/tables/host-text.ts'
import { readHostFacts } from '#node/remote/facts/read-host-facts.ts'
import { databasePath } from '#node/storage/database-path.ts'
import { openDatabase } from '#node/storage/database.ts'
import { saveHost } from '#node/storage/hosts.ts'
import { exitCodes } from '../exit.ts'
import { flagCommand } from '../flag-command.ts'
import { keptHosts, openNamed } from './named-host.ts'

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
