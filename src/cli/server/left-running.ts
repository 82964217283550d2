// What the user reads about servers that keep running when the program ends: where, and how to end each.
import { message, type Message } from '#core/messages/message.ts'
import { shellText } from '#core/shell/shell-text.ts'
import type { OutlivingServer } from '#node/application/servers/outliving-servers.ts'

/** Lines, the first of which says how many there are; none where nothing runs. */
export function leftRunning(servers: readonly OutlivingServer[]): Message[] {
  if (servers.length === 0) return []
  return [
    message('cli.runOn', { count: servers.length }),
    ...servers.flatMap((server) => [placeOf(server), ending(server)]),
  ]
}

function placeOf({ name, hostName }: OutlivingServer): Message {
  return message('cli.serverPlace', { name, host: hostName ?? message('cli.thisComputer') })
}

function ending({ launchId, hostName }: OutlivingServer): Message {
  const place = hostName === null ? [] : ['--on', hostName]
  return launchId === null
    ? message('cli.tellsWhetherUp', {
        command: shellText(['kneepoint', 'server', 'list', ...place]),
      })
    : message('cli.toStopIt', {
        command: shellText(['kneepoint', 'server', 'stop', launchId, ...place]),
      })
}
