// Which TCP ports are taken on a Linux host, from the kernel's own tables; works in containers without tools.

const listeningState = '0A'

/** `tables` are /proc/net/tcp and /proc/net/tcp6, one after the other. */
export function listeningPorts(tables: string): ReadonlySet<number> {
  return new Set(
    tables.split('\n').flatMap((line) => {
      const [, local = '', , state] = line.trim().split(/\s+/)
      return state === listeningState ? [Number.parseInt(local.split(':')[1] ?? '', 16)] : []
    }),
  )
}

const firstPort = 18_000
const lastPort = 28_000

/** `random` is in [0, 1): two people looking at once should not find the same. */
export function freePort(taken: ReadonlySet<number>, random: number): number | null {
  const count = lastPort - firstPort
  const begin = Math.floor(random * count)
  for (let step = 0; step < count; step++) {
    const port = firstPort + ((begin + step) % count)
    if (!taken.has(port)) return port
  }
  return null
}
