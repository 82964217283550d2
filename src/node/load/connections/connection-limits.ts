// Whether this machine lets a load have the connections it is sure to need: better said before than found out at the peak.
import { readFileSync } from 'node:fs'
import type { LoadPlan } from '#contract/load-protocol.ts'
import { AppError } from '#core/model/app-error.ts'

/** Of our own: the database, libraries, pipes, what the runtime keeps open. */
const otherFiles = 128

export type ConnectionLimits = Readonly<{
  /** Files a process may have open; null where there is no limit, or the system does not tell. */
  files: number | null
  /** Ports there are to connect to one address from; null likewise. */
  ports: number | null
}>

/** Requests that leave on schedule may need fewer or more: only what is certain is refused. */
export function connectionsSurelyNeeded({
  offsetsS,
  maxConcurrency,
  sendUntilS,
}: Pick<LoadPlan, 'offsetsS' | 'maxConcurrency' | 'sendUntilS'>): number {
  const isOnSchedule = (offsetsS.at(-1) ?? 0) > 0
  if (isOnSchedule) return 0
  const isEndless = sendUntilS !== undefined && offsetsS.length === 0
  return Math.min(maxConcurrency ?? Infinity, isEndless ? Infinity : offsetsS.length)
}

export function requireConnections(connections: number, limits = connectionLimits()): void {
  const files = connections + otherFiles
  if (limits.files !== null && files > limits.files) {
    throw tooMany(
      `${connections} connections at once need ${files} open files, and this system allows a process ${limits.files}.`,
      `Raise the limit (ulimit -n ${files}) or set a lower max concurrency.`,
    )
  }
  if (limits.ports !== null && connections > limits.ports) {
    throw tooMany(
      `${connections} connections at once need as many ports, and this machine has ${limits.ports} to connect from.`,
      'Widen the range (sysctl net.ipv4.ip_local_port_range) or set a lower max concurrency.',
    )
  }
}

function tooMany(message: string, remedy: string): AppError {
  return new AppError('unsupported', message, { field: 'maxConcurrency', remedy })
}

function connectionLimits(): ConnectionLimits {
  return { files: openFiles(), ports: portsToConnectFrom() }
}

function openFiles(): number | null {
  return process.platform === 'linux' ? openFilesOfLinux() : openFilesReported()
}

/** A report would take ten milliseconds of every run. */
function openFilesOfLinux(): number | null {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8')
    return Number(/^Max open files +(\d+)/m.exec(limits)?.[1]) || null
  } catch {
    return null
  }
}

function openFilesReported(): number | null {
  // Else it looks up the name of every address this process is connected to. The types do not know of it yet.
  const report = Object.assign(process.report, { excludeNetwork: true })
  const { userLimits } = report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } }
  const soft = userLimits?.open_files?.soft
  return typeof soft === 'number' ? soft : null
}

/** Where Linux tells them. */
function portsToConnectFrom(): number | null {
  try {
    const range = readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8')
    const [first = NaN, last = NaN] = range.trim().split(/\s+/).map(Number)
    return last >= first ? last - first + 1 : null
  } catch {
    return null
  }
}
