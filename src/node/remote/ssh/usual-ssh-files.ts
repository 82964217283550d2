// Where keys of hosts are looked up: those confirmed here lie beside the database, those of OpenSSH are read only.
import { homedir } from 'node:os'
import path from 'node:path'
import type { KnownHostFiles } from './host-key-check.ts'

export function usualKnownHosts(databasePath: string): KnownHostFiles {
  const own = path.join(path.dirname(databasePath), 'known_hosts')
  const others = ['known_hosts', 'known_hosts2'].map((name) => path.join(homedir(), '.ssh', name))
  return { own, others: [...others, '/etc/ssh/ssh_known_hosts'] }
}
