// A port of this computer that forwards to a port of a host, for clients that only accept addresses.
import { message, textOf } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import { createServer, type Socket } from 'node:net'
import { once } from 'node:events'
import type { Duplex } from 'node:stream'
import type { Host } from './host.ts'

export type ForwardedPort = Readonly<{
  port: number
  /** Opens one more connection to the target, bypassing the local port. */
  openStream(): Promise<Duplex>
  /** Reason why the newest connection failed, which its client cannot detect; null if it succeeded. */
  failure(): AppError | null
  close(): Promise<void>
}>

export type ForwardTarget = Readonly<{ address: string; port: number }>

/** Only programs on this computer can use it. The target may be resolved anew for each connection. */
export async function forwardPort(
  host: Host,
  target: ForwardTarget | (() => Promise<ForwardTarget>),
): Promise<ForwardedPort> {
  const find = typeof target === 'function' ? target : () => Promise.resolve(target)
  const sockets = new Set<Duplex>()
  let failure: AppError | null = null
  async function openStream(): Promise<Duplex> {
    try {
      const far = track(sockets, await connectTo(host, find))
      failure = null
      return far
    } catch (error) {
      failure = notForwarded(host, error)
      throw failure
    }
  }
  const patience = new Patience()
  const server = createServer({ noDelay: true }, (socket) => {
    track(sockets, socket)
    // A client that disconnects while waiting closes its own socket.
    socket.on('error', () => undefined)
    // The client's connection is reset, as it would be without the forwarding.
    const reset = () => void socket.resetAndDestroy()
    const settled = patience.wait(reset)
    openStream().then(
      (far) => {
        settled(true)
        join(socket, far)
      },
      () => {
        settled(false)
        reset()
      },
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const listening = server.address()
  return {
    port: typeof listening === 'object' && listening !== null ? listening.port : 0,
    openStream,
    failure: () => failure,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A lost host is retried for minutes; requests waiting for it would keep a run from ending. */
const patienceMs = 10_000

/** Time that clients wait for connections in total, since the last successful one. */
class Patience {
  #waiting = 0
  #sinceMs = 0

  /** Calls back once the waiting time is used up, unless the connection has settled by then. */
  wait(giveUp: () => void): (isMade: boolean) => void {
    const nowMs = performance.now()
    if (this.#waiting === 0) this.#sinceMs = nowMs
    this.#waiting += 1
    const timer = setTimeout(giveUp, Math.max(0, this.#sinceMs + patienceMs - nowMs))
    return (isMade) => {
      clearTimeout(timer)
      this.#waiting -= 1
      if (isMade) this.#sinceMs = performance.now()
    }
  }
}

async function connectTo(host: Host, find: () => Promise<ForwardTarget>): Promise<Duplex> {
  const { address, port } = await find()
  return host.connect(address, port)
}

function notForwarded(host: Host, error: unknown): AppError {
  if (error instanceof AppError) return error
  return new AppError(
    'server-unreachable',
    message('common.sentence', {
      text: message('common.at', { place: host.name, text: textOf(error) }),
    }),
    { cause: error },
  )
}

function track<Stream extends Duplex>(sockets: Set<Duplex>, socket: Stream): Stream {
  sockets.add(socket)
  socket.on('close', () => sockets.delete(socket))
  return socket
}

/** When either end closes, closes the other. */
function join(near: Socket, far: Duplex): void {
  for (const [from, to] of [
    [near, far],
    [far, near],
  ] as const) {
    from.on('error', () => to.destroy())
    from.on('close', () => to.destroy())
    from.pipe(to)
  }
  if (near.destroyed) far.destroy()
}
