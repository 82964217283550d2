// Opens a stored host, so that programs can be run on it.
import type { HostSpec } from '#core/model/host.ts'
import type { Host } from './host.ts'
import { localHost } from './local-host.ts'
import type { SshSurroundings } from './ssh/connect-hop.ts'
import { sshConfig } from './ssh/ssh-config-file.ts'
import { sshHost } from './ssh/ssh-host.ts'
import { sshRoute } from './ssh/ssh-route.ts'

type HostSurroundings = SshSurroundings &
  Readonly<{
    /** A file to use instead of ~/.ssh/config. */
    sshConfigFile?: string
  }>

export function openHost(
  { name, spec }: Readonly<{ name: string; spec: HostSpec }>,
  { sshConfigFile, ...surroundings }: HostSurroundings,
): Host {
  switch (spec.kind) {
    case 'local':
      return localHost()
    case 'ssh':
      return sshHost({
        ...surroundings,
        name,
        takesOurNode: spec.loadNode === 'ours',
        route: () => sshRoute(spec, sshConfig(sshConfigFile)),
      })
  }
}
