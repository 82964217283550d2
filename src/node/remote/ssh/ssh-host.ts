// A host reached over SSH. One connection, opened on demand and reopened after a failure; programs running over a broken one are
// lost, and their callers retry.
import { setTimeout as delay } from 'node:timers/promises'
import { appError, AppError } from '#core/model/app-error.ts'
import type { HostCommand } from '#core/command-line/remote-call.ts'
import type { Host, RunningProgram } from '../host.ts'
import type { SshSurroundings, SshSession } from './connect-hop.ts'
import { connectRoute, openStream, type RouteConnection } from './connect-route.ts'
import { rememberingPrompts } from './ssh-prompts.ts'
import { orAborted } from '../or-aborted.ts'
import { SessionRefused } from './call-errors.ts'
import { channelSlots } from './channel-slots.ts'
import { type CallOptions, loginShell, openCall } from './open-call.ts'
import type { SshHop } from './ssh-route.ts'
import { endingScript } from '#core/command-line/remote-call.ts'

type SshHostOptions = SshSurroundings &
  Readonly<{
    name: string
    /** Called before each connection. */
    route: () => Promise<readonly SshHop[]>
    takesOurNode?: boolean
  }>

/** Wait of a program on a connection that allows fewer sessions than needed. */
const longestTurnMs = 5000
/** Start-up files of most hosts take less than a second. */
const usualShellSilenceMs = 5000
/** Delays before reconnecting after a connection broke; gives up when all are used. */
const backOffMs = [0, 1000, 2000, 4000, 8000, 15_000, 30_000, 30_000, 30_000]

export function sshHost({ name, route, takesOurNode = false, ...given }: SshHostOptions): Host {
  const prompts = rememberingPrompts(given.prompts)
  const slots = channelSlots()
  const shell = loginShell(usualShellSilenceMs)
  const closing = new AbortController()
  const surroundings = { ...given, prompts, signal: closing.signal }
  let current: Promise<RouteConnection> | null = null
  let wasConnected = false
  let hops: readonly SshHop[] = []

  function connection(): Promise<RouteConnection> {
    current ??= make().catch((error: unknown) => {
      current = null
      throw closing.signal.aborted ? disconnected(name) : error
    })
    return current
  }

  async function make(): Promise<RouteConnection> {
    const made = await persistently(async () => {
      hops = await route()
      shell.longestSilenceMs = hops.at(-1)?.connectTimeoutMs ?? usualShellSilenceMs
      return connectRoute(hops, surroundings)
    })
    wasConnected = true
    void made.closed.then(() => (current = null))
    return made
  }

  /** The first connection is tried once; a lost one until the timeout. A rejected login is not repeated. */
  async function persistently(attempt: () => Promise<RouteConnection>): Promise<RouteConnection> {
    const waits = wasConnected ? backOffMs : []
    for (const waitMs of waits) {
      await delay(waitMs * (0.75 + Math.random() / 2), undefined, { signal: closing.signal })
      const made = await attempt().catch((error: unknown) => {
        if (!(error instanceof AppError) || error.code !== 'host-unreachable') throw error
        return null
      })
      if (made !== null) return made
    }
    return attempt().catch((error: unknown) => {
      prompts.forget()
      throw error
    })
  }

  /** After a rejection, other programs may end soon; one that runs as long as a benchmark keeps its session. */
  async function turn(
    signal: AbortSignal | undefined,
    refused: SessionRefused | null,
  ): Promise<() => void> {
    if (refused === null) return slots.take(signal)
    const patience = AbortSignal.timeout(longestTurnMs)
    const either = signal === undefined ? patience : AbortSignal.any([signal, patience])
    return slots.take(either).catch((error: unknown) => {
      throw patience.aborted ? refused : error
    })
  }

  return {
    name,
    isHere: false,
    takesOurNode,
    get directAddress() {
      return hops.length === 1 ? (hops[0]?.address ?? null) : null
    },
    async start(command, signal) {
      let refused: SessionRefused | null = null
      for (;;) {
        const release = await turn(signal, refused)
        try {
          const { session } = await orAborted(connection(), signal)
          const program = await startSshProgram(session, command, { hostName: name, shell, signal })
          program.onClose(release)
          return program
        } catch (error) {
          release()
          if (!(error instanceof SessionRefused) || !slots.lower()) throw error
          refused = error
        }
      }
    },
    async connect(address, port) {
      const { session } = await connection()
      return openStream(session, { address, port })
    },
    async close() {
      closing.abort()
      const open = await current?.catch(() => null)
      if (open !== null && open !== undefined) await closeInTime(open)
    },
  }
}

/** Pending callers learn that it was closed, but not why. */
function disconnected(name: string): AppError {
  return appError('host-unreachable', 'hosts.disconnected', { host: name })
}

/** An unresponsive machine does not confirm the end of the connection. */
const farewellMs = 2000

async function closeInTime({ close, closed, destroy }: RouteConnection): Promise<void> {
  const timer = setTimeout(destroy, farewellMs)
  close()
  await closed
  clearTimeout(timer)
}

/**
 * A program started over an SSH connection, behind any login shell and start-up files. The call prints its process id: servers
 * refuse signals for sessions of root, so another program ends it.
 */
async function startSshProgram(
  session: SshSession,
  command: HostCommand,
  { hostName, shell, signal }: CallOptions,
): Promise<RunningProgram & Readonly<{ onClose(listener: () => void): void }>> {
  const call = await untilLetIn(() => openCall(session, { hostName, shell, signal }))
  call.order(command)
  const { channel, stdout, stderr, ended, pid } = call
  return {
    stdin: channel,
    stdout,
    stderr,
    ended,
    kill() {
      // Unread output would keep the channel open.
      stdout.resume()
      stderr.resume()
      endProgram(session, pid, { hostName, shell })
    },
    onClose: (listener) => void channel.once('close', listener),
  }
}

/** If the connection broke, there is nothing left to end, and the program's end reports it. */
function endProgram(
  session: SshSession,
  pid: string,
  place: Pick<CallOptions, 'hostName' | 'shell'>,
): void {
  openCall(session, { ...place, signal: undefined }).then(
    ({ order, channel, stdout, stderr }) => {
      for (const stream of [stdout, stderr]) stream.resume()
      order({ argv: ['sh', '-c', endingScript, 'sh', pid] })
      channel.end()
    },
    () => undefined,
  )
}

/** A server counts a finished session until it has reaped its program, which is delayed on a busy server. */
const refusedForMs = [20, 100, 300, 800] as const

/** Retries while the server has no session left. */
async function untilLetIn<T>(attempt: () => Promise<T>): Promise<T> {
  for (const waitMs of refusedForMs) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof SessionRefused)) throw error
      await delay(waitMs)
    }
  }
  return await attempt()
}
