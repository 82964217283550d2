// Connection pool for one server: opens some connections ahead of time, lends the most recently used one, adds more as needed.
import { appError } from '#core/model/app-error.ts'
import type { LoadConnection } from './load-connection.ts'

/** Below the usual backlog of a server's listening socket. */
const opensAtOnce = 64

export class ConnectionPool {
  readonly #create: () => LoadConnection
  readonly #onClose: () => void
  readonly #idle: LoadConnection[] = []
  readonly #all = new Set<LoadConnection>()

  constructor(create: () => LoadConnection, onClose: () => void = () => undefined) {
    this.#create = create
    this.#onClose = onClose
  }

  /** Opens up to `count` connections. Stops early if the server refuses one: the requests will then report the reason. */
  async prepare(count: number, signal: AbortSignal): Promise<void> {
    let left = count
    const openSome = async () => {
      while (left > 0 && !signal.aborted) {
        left--
        await this.#prepareOne().catch((error: unknown) => {
          left = 0
          throwIfOutOfFiles(error, this.#all.size)
        })
      }
    }
    await Promise.all(Array.from({ length: Math.min(count, opensAtOnce) }, openSome))
    // Lends the earliest opened connection first. The server may not have accepted the last ones yet: it would then read them
    // after all others, and the first requests of a burst would be served last.
    this.#idle.reverse()
  }

  /** The most recently used connection is the least likely to have been closed since. */
  acquire(): LoadConnection {
    return this.#idle.pop() ?? this.#add(this.#create())
  }

  release(connection: LoadConnection): void {
    if (this.#all.has(connection)) this.#idle.push(connection)
  }

  /** Closes a connection that is in use. */
  discard(connection: LoadConnection, reason: Error): void {
    this.#all.delete(connection)
    connection.destroy(reason)
  }

  close(): void {
    const reason = new Error('the run is over')
    for (const connection of this.#all) this.discard(connection, reason)
    this.#onClose()
  }

  async #prepareOne(): Promise<void> {
    const connection = this.#add(this.#create())
    await connection.prepare()
    this.release(connection)
  }

  #add(connection: LoadConnection): LoadConnection {
    this.#all.add(connection)
    return connection
  }
}

function throwIfOutOfFiles(error: unknown, opened: number): void {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code !== 'EMFILE' && code !== 'ENFILE') return
  throw appError(
    'unsupported',
    'runs.noMoreConnections',
    { count: opened },
    { field: 'maxConcurrency', cause: error },
  )
}
