// What the user reads about servers that keep running when the program ends: where, and how to end each.
import { shellText } from '#core/shell/shell-text.ts'
import type { OutlivingServer } from '#node/application/servers/outliving-servers.ts'

/** Lines, the first of which says how many there are; none where nothing runs. */
export function leftRunning(servers: readonly OutlivingServer[]): string[] {
  if (servers.length === 0) return []
  const [verb, them] = servers.length === 1 ? ['server runs', 'it'] : ['servers run', 'them']
  return [
    `${servers.length} ${verb} on; the next start finds ${them} again.`,
    ...servers.flatMap((server) => [`  ${placeOf(server)}`, `    ${ending(server)}`]),
  ]
}

function placeOf({ name, hostName }: OutlivingServer): string {
  return `${name} on ${hostName ?? 'this computer'}`
}

function ending({ launchId, hostName }: OutlivingServer): string {
  const place = hostName === null ? [] : ['--on', hostName]
  return launchId === null
    ? `${shellText(['kneepoint', 'server', 'list', ...place])} tells whether it came up.`
    : `To stop it: ${shellText(['kneepoint', 'server', 'stop', launchId, ...place])}`
}
