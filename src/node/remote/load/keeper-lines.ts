// Parser of the lines that the keeper of a load job prints.
import { jobStateIn } from '#core/vllm/launch/job-state.ts'
import type { JobState } from '#core/flags/slurm-job.ts'

export type KeeperLine =
  | Readonly<{ kind: 'no-slurm' | 'unknown-job' | 'over' }>
  | Readonly<{ kind: 'refused' | 'log' | 'job'; text: string }>
  | Readonly<{ kind: 'few-nodes'; nodes: number }>
  | Readonly<{ kind: 'partitions'; names: readonly string[] }>
  | Readonly<{ kind: 'state'; job: Omit<JobState, 'id'> }>

/** Null for other output of the shell. */
export function keeperLine(line: string): KeeperLine | null {
  const end = line.indexOf(' ')
  const kind = end < 0 ? line : line.slice(0, end)
  const text = end < 0 ? '' : line.slice(end + 1)
  switch (kind) {
    case 'no-slurm':
    case 'unknown-job':
    case 'over':
      return { kind }
    case 'few-nodes':
      return { kind, nodes: Number(text) }
    case 'refused':
    case 'log':
    case 'job':
      return { kind, text }
    case 'partitions':
      return { kind, names: text.split(' ').filter((name) => name !== '') }
    case 'state':
      return { kind, job: jobStateIn(['', text]) }
  }
  return null
}
