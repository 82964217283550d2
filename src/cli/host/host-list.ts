// `kneepoint host list`: the machines that are kept.
import { hostsTable } from '#core/report/tables/host-text.ts'
import { exitCodes } from '../exit.ts'
import { flagCommand } from '../flag-command.ts'
import { keptHosts } from './named-host.ts'

export const hostList = flagCommand({
  name: 'kneepoint host list',
  about: 'Lists the machines servers can be launched on, with the GPUs they last reported.',
  flags: {},
  run(_values, { print }) {
    print(hostsTable(keptHosts()))
    return Promise.resolve(exitCodes.done)
  },
})
