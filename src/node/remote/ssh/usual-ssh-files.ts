// Files of host keys: our own is beside the database, OpenSSH's are only read.
import { homedir } from 'node:os'
import path from 'node:path'
import type { KnownHostFiles } from './host-key-check.ts'

export function usualKnownHosts(databasePath: string): KnownHostFiles {
  const own = path.join(path.dirname(databasePath), 'known_hosts')
  const others = ['known_hosts', 'known_hosts2'].map((name) => path.join(homedir(), '.ssh', name))
  return { own, others, global: ['/etc/ssh/ssh_known_hosts', '/etc/ssh/ssh_known_hosts2'] }
}
