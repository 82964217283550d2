// Server on one core, client on another, where the system lets us choose.
import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import type { CommandLine } from '#node/calibration/native-server.ts'

export const cores = { server: '0', client: '1' } as const

export const pins =
  availableParallelism() > 1 &&
  spawnSync('taskset', ['-c', Object.values(cores).join(), 'true']).status === 0

/** The same command, kept to the core of its role. */
export function onCoreOf(role: keyof typeof cores, [program, args]: CommandLine): CommandLine {
  return pins ? ['taskset', ['-c', cores[role], program, ...args]] : [program, args]
}
