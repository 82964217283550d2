// `kneepoint server list`: what was launched on hosts and is still known there.
import { jsonFlag, textFlag } from '#core/flags/value-schemas.ts'
import { message } from '#core/messages/message.ts'
import {
  eachOnce,
  launchRow,
  launchesTable,
  type LaunchRow,
} from '#core/documents/launches-table.ts'
import { hostLauncher } from '#node/remote/launch/host-launcher.ts'
import { exitCodes, reportFailure } from '../exit.ts'
import { flagCommand } from '../flag-command.ts'
import { keptHosts, withHost } from './named-host.ts'

export const serverList = flagCommand({
  name: 'kneepoint server list',
  about:
    'Lists the servers on hosts, running or ended, that were launched from here or from another computer.',
  flags: {
    on: textFlag('HOST', 'Only on this host instead of all saved hosts.'),
    json: jsonFlag,
  },
  async run({ on, json }, terminal) {
    const rows: LaunchRow[] = []
    let worst: number = exitCodes.done
    for (const name of on === null ? keptHosts().map((host) => host.name) : [on]) {
      try {
        rows.push(...(await launchesOn(name)))
      } catch (error) {
        worst = reportFailure(error, terminal)
      }
    }
    const launches = eachOnce(rows)
    if (json) terminal.print(JSON.stringify(launches.map(launchRow), null, 2))
    else if (launches.length === 0) terminal.note(message('cli.noServerKnown'))
    else terminal.print(launchesTable(launches, terminal.outputLanguage))
    return worst
  },
})

function launchesOn(name: string): Promise<LaunchRow[]> {
  return withHost(name, async (host) => {
    const launcher = hostLauncher(host)
    const launches = await launcher.list()
    return Promise.all(
      launches.map(async (launch) => ({
        hostName: name,
        launch,
        status: await launcher.status(launch.id),
      })),
    )
  })
}
