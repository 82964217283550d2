// Server on one core, client on another, where the system lets us choose.
import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import type { CommandLine } from '#node/calibration/native-server.ts'

export const cores = { server: '0', client: '1' } as const

const processors = availableParallelism()

export const pins =
  processors > 1 && spawnSync('taskset', ['-c', Object.values(cores).join(), 'true']).status === 0

/** The same command, kept to the core of its role. */
export function onCoreOf(role: keyof typeof cores, command: CommandLine): CommandLine {
  return pins ? onCores(cores[role], command) : command
}

/** The same for a client of several threads: on cores of its own where there are enough, else on all. */
export function onCoresOfThreads(threads: number, command: CommandLine): CommandLine {
  if (threads === 1 || !pins) return onCoreOf('client', command)
  return onCores(threads < processors ? `1-${threads}` : `0-${processors - 1}`, command)
}

function onCores(list: string, [program, args]: CommandLine): CommandLine {
  return ['taskset', ['-c', list, program, ...args]]
}
