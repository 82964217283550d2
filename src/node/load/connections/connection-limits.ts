// Checks that this machine allows the connections that a load needs, so that the load fails at its start rather than at its peak.
import { readFileSync } from 'node:fs'
import type { LoadPlan } from '#contract/load-protocol.ts'
import { message, type Text } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'

/** File descriptors that this process needs besides connections: the database, libraries, pipes, the runtime's own. */
const otherFiles = 128

export type ConnectionLimits = Readonly<{
  /** Limit on open files; null if there is none, or the system does not report it. */
  files: number | null
  /** Ports available for connections to one address; null if unlimited or unknown. */
  ports: number | null
}>

/** Requests on a schedule may need fewer or more connections, so only certain failures are reported. */
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
      message('runs.tooFewFiles', { count: connections, needed: files, allowed: limits.files }),
      message('runs.tooFewFiles.remedy', { needed: files }),
    )
  }
  if (limits.ports !== null && connections > limits.ports) {
    throw tooMany(
      message('runs.tooFewPorts', { count: connections, free: limits.ports }),
      message('runs.tooFewPorts.remedy'),
    )
  }
}

function tooMany(message: Text, remedy: Text): AppError {
  return new AppError('unsupported', message, { field: 'maxConcurrency', remedy })
}

export function connectionLimits(): ConnectionLimits {
  return { files: openFiles(), ports: portsToConnectFrom() }
}

function openFiles(): number | null {
  return process.platform === 'linux' ? openFilesOfLinux() : openFilesReported()
}

/** Reads /proc, because a process report would add 10 ms to every run. */
function openFilesOfLinux(): number | null {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8')
    return Number(/^Max open files +(\d+)/m.exec(limits)?.[1]) || null
  } catch {
    return null
  }
}

function openFilesReported(): number | null {
  // Without this option the report resolves the name of every connected address. Node's types lack it.
  const report = Object.assign(process.report, { excludeNetwork: true })
  const { userLimits } = report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } }
  const soft = userLimits?.open_files?.soft
  return typeof soft === 'number' ? soft : null
}

/** Size of Linux's range of ephemeral ports; null on other systems. */
function portsToConnectFrom(): number | null {
  try {
    const range = readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8')
    const [first = NaN, last = NaN] = range.trim().split(/\s+/).map(Number)
    return last >= first ? last - first + 1 : null
  } catch {
    return null
  }
}
