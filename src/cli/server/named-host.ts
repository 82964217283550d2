// Host named on the command line: a stored one, this computer, or any name that OpenSSH accepts.
import { message } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import { localHostId, sshSpecSchema } from '#core/model/host.ts'
import type { Host } from '#node/remote/host.ts'
import { openHost } from '#node/remote/open-host.ts'
import { sshConfig } from '#node/remote/ssh/ssh-config-file.ts'
import { sshRoute } from '#node/remote/ssh/ssh-route.ts'
import { usualKnownHosts } from '#node/remote/ssh/usual-ssh-files.ts'
import { databasePath } from '#node/storage/database-path.ts'
import { openDatabase } from '#node/storage/database.ts'
import { listHosts, type StoredHost } from '#node/storage/hosts-and-servers.ts'
import { terminalPrompts } from './terminal-prompts.ts'

type HostEntry = Pick<StoredHost, 'name' | 'spec'>

/** Closes the host after the work, also on failure. */
export async function withHost<T>(name: string, work: (host: Host) => Promise<T>): Promise<T> {
  const host = openNamed(hostNamed(name))
  try {
    return await work(host)
  } finally {
    await host.close()
  }
}

/** Needs at least one name; closes all hosts after the work. */
export async function withHosts<T>(
  names: readonly string[],
  work: (...hosts: readonly [Host, ...Host[]]) => Promise<T>,
): Promise<T> {
  await requireDifferentHosts(names)
  const [first = '', ...others] = names
  return withHost(first, async (host) => {
    const opened = others.map((name) => openNamed(hostNamed(name)))
    try {
      return await work(host, ...opened)
    } finally {
      await Promise.all(opened.map((each) => each.close()))
    }
  })
}

export function openNamed(named: HostEntry): Host {
  const knownHosts = usualKnownHosts(databasePath())
  return openHost(named, { knownHosts, prompts: terminalPrompts() })
}

export function keptHosts(): StoredHost[] {
  const database = openDatabase(databasePath())
  try {
    return listHosts(database)
  } finally {
    database.close()
  }
}

/** Two names may refer to one machine, through ~/.ssh/config or the stored hosts. */
async function requireDifferentHosts(names: readonly string[]): Promise<void> {
  const places = new Map<string, string>()
  for (const name of names) {
    const place = await placeOf(hostNamed(name))
    const other = places.get(place)
    if (other !== undefined) {
      throw new AppError(
        'invalid-input',
        message('hosts.sameHost', { one: other, other: name, place }),
        {
          field: 'on',
          remedy: message('hosts.namedTwice.remedy'),
        },
      )
    }
    places.set(place, name)
  }
}

/** Final address of the connection, regardless of its route. */
async function placeOf({ spec }: HostEntry): Promise<string> {
  if (spec.kind === 'local') return localHostId
  const last = (await sshRoute(spec, sshConfig())).at(-1)
  return `${last?.address.toLowerCase()}:${last?.port}`
}

function hostNamed(name: string): HostEntry {
  const kept = keptHosts().find((host) => host.name === name || host.id === name)
  if (kept !== undefined) return kept
  if (name === localHostId || name === 'localhost') return { name, spec: { kind: 'local' } }
  return { name, spec: sshSpecSchema.parse({ kind: 'ssh', destination: name }) }
}
