// Messages about servers that keep running when the program ends: where they run, and how to stop each.
import { message, type Message } from '#core/messages/message.ts'
import { shellText } from '#core/command-line/launch-functions.ts'
import type { OutlivingServer } from '#node/application/servers/outliving-servers.ts'

/** Lines, the first of which contains their number; empty if no server is running. */
export function leftRunning(servers: readonly OutlivingServer[]): Message[] {
  if (servers.length === 0) return []
  return [
    message('cli.runOn', { count: servers.length }),
    ...servers.flatMap((server) => [placeOf(server), ending(server)]),
  ]
}

function placeOf({ name, hostName }: OutlivingServer): Message {
  return message('cli.serverPlace', { name, host: hostName ?? message('hosts.thisComputer') })
}

function ending({ launchId, hostName }: OutlivingServer): Message {
  if (launchId !== null) return howToStop(launchId, hostName)
  const command = shellText(['kneepoint', 'server', 'list', ...placeOn(hostName)])
  return message('cli.tellsWhetherUp', { command })
}

/** `hostName` is null for this computer. */
export function howToStop(launchId: string, hostName: string | null): Message {
  const command = shellText(['kneepoint', 'server', 'stop', launchId, ...placeOn(hostName)])
  return message('cli.toStopIt', { command })
}

function placeOn(hostName: string | null): string[] {
  return hostName === null ? [] : ['--on', hostName]
}
