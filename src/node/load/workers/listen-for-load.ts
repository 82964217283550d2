// The load generator on a node where programs cannot be started directly. It listens, accepts the first connection that proves to
// have the job's key, and serves one load over it.
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { hostname, networkInterfaces } from 'node:os'
import type { TLSSocket } from 'node:tls'
import { keyedServer } from './job-key.ts'

/** Prefix of every line for the client in the log of a job. */
export const taskMark = '@@kneepoint'

/** Time without a connection after which the client that ran the job is considered gone. */
const longestIdleMs = 30 * 60_000
const longestKnockMs = 5000
const lookMs = 1000
/** Maximum length of a line before the frames, in bytes. */
const longestLine = 1000

/** Resolves with the connection, after this machine has reached the server that the peer names; otherwise calls `exit`. */
export async function takeLoad(keyFile: string, exit: (code: number) => never): Promise<TLSSocket> {
  const key = Buffer.from(readFileSync(keyFile, 'utf8').trim(), 'hex')
  const node = process.env['SLURMD_NODENAME'] ?? hostname()
  const idle = setTimeout(() => exit(idleCode), longestIdleMs)
  const jobEnd = setInterval(
    whenJobEnds(keyFile, () => exit(idleCode)),
    lookMs,
  )
  const socket = await new Promise<TLSSocket>((resolve) => {
    const server = keyedServer(key, (taken) => {
      server.close()
      resolve(taken)
    })
    server.listen(0, () => {
      const address = server.address()
      const port = typeof address === 'object' ? address?.port : 0
      report('listening', node, String(port), process.version, ...ownAddresses())
    })
  })
  clearTimeout(idle)
  clearInterval(jobEnd)
  const [, address = '', port = ''] = (await firstLine(socket)).split(' ')
  const why = await whyUnreached(address, Number(port))
  if (why === null) return socket
  report('no-server', node, address, port, why)
  socket.destroy()
  return exit(serverCode)
}

/**
 * Slurm can lose track of a process whose parent is killed first. The end of the job is still visible: the parent no longer
 * exists, and the job's folder is deleted.
 */
function whenJobEnds(keyFile: string, end: () => void): () => void {
  const parent = process.ppid
  return () => {
    if (process.ppid !== parent || !existsSync(keyFile)) end()
  }
}

/** First line from the peer: the server under test. */
export function serverLine(address: string, port: number): string {
  return `server ${address} ${port}\n`
}

/** Exit codes that the task's script reports. */
const idleCode = 5
const serverCode = 6

function report(...parts: readonly string[]): void {
  process.stdout.write(`${[taskMark, ...parts].join(' ')}\n`)
}

/** Addresses of this machine, in addition to its name in Slurm. */
function ownAddresses(): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
  const outer = addresses.filter(({ internal, scopeid }) => !internal && !scopeid)
  return [hostname(), ...outer.map(({ address }) => address).slice(0, 6), '127.0.0.1']
}

async function firstLine(socket: TLSSocket): Promise<string> {
  let line = Buffer.alloc(0)
  for (;;) {
    const [piece] = (await once(socket, 'data')) as [Buffer]
    socket.pause()
    line = Buffer.concat([line, piece])
    const end = line.indexOf('\n')
    if (end < 0 && line.length < longestLine) {
      socket.resume()
      continue
    }
    socket.unshift(line.subarray(end + 1))
    return line.subarray(0, end).toString()
  }
}

/** Null if it accepts connections, otherwise the reason why not. */
function whyUnreached(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = connect({ host, port })
    const settle = (why: string | null): void => {
      clearTimeout(timer)
      socket.destroy()
      resolve(why)
    }
    const timer = setTimeout(() => settle('no response'), longestKnockMs)
    socket.once('connect', () => settle(null))
    socket.once('error', (error) => settle(error.message))
  })
}
