// The names ~/.ssh/config offers, each with what it stands for.
import { textOf } from '#core/messages/message-error.ts'
import type { ConfiguredHost } from '#core/model/host/host.ts'
import { readSshConfig } from '#node/remote/ssh/ssh-config-file.ts'
import { sshRoute } from '#node/remote/ssh/ssh-route.ts'

export function configuredHosts(sshConfigFile?: string): ConfiguredHost[] {
  const config = readSshConfig(sshConfigFile)
  return config.aliases().map((alias) => {
    try {
      const route = sshRoute({ destination: alias }, config)
      const { address = alias, user = '', port = 22 } = route.at(-1) ?? {}
      const jumps = route.slice(0, -1).map(({ destination }) => destination)
      return { alias, address, user, port, jumps, problem: null }
    } catch (error) {
      return { alias, address: alias, user: '', port: 22, jumps: [], problem: textOf(error) }
    }
  })
}
