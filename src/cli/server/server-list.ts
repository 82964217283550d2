// `kneepoint server list`: what was launched on hosts and is still known there.
import { textFlag } from '#core/flags/flag-shapes.ts'
import { message } from '#core/messages/message.ts'
import { launchesTable, type LaunchRow } from '#core/report/tables/launches-table.ts'
import { hostLauncher } from '#node/remote/launch/host-launcher.ts'
import { exitCodes, reportFailure } from '../exit.ts'
import { flagCommand } from '../flag-command.ts'
import { keptHosts, withHost } from '../host/named-host.ts'

export const serverList = flagCommand({
  name: 'kneepoint server list',
  about:
    'Asks hosts for the servers that were launched there from here or from another computer, running or ended.',
  flags: {
    on: textFlag('HOST', 'Only on this host, not on all that are kept.'),
  },
  async run({ on }, terminal) {
    const rows: LaunchRow[] = []
    let worst: number = exitCodes.done
    for (const name of on === null ? keptHosts().map((host) => host.name) : [on]) {
      try {
        rows.push(...(await launchesOn(name)))
      } catch (error) {
        worst = reportFailure(error, terminal)
      }
    }
    if (rows.length === 0) terminal.note(message('cli.noServerKnown'))
    else terminal.print(launchesTable(rows))
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
