// `kneepoint host list`: the machines that are kept.
import { jsonFlag } from '#core/flags/value-schemas.ts'
import { hostRow, hostsTable } from '#core/report/tables/host-text.ts'
import { exitCodes } from '../exit.ts'
import { flagCommand } from '../flag-command.ts'
import { keptHosts } from './named-host.ts'

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
