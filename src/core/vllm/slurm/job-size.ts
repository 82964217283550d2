// The size of a job, by its profile: what is requested of Slurm, and what the server itself needs.
import { message, type Message } from '#core/messages/message.ts'
import type { LaunchProfile } from '#core/model/server/launch-profile.ts'
import { numberSet, spansHosts, workerCount } from '../rules/launch-plan.ts'

/** Nodes a job is to have, in words; null where it is one, as it has to be. */
export function nodesOfJob({ job, config }: LaunchProfile): Message | null {
  if (job === null) return null
  const nodes = nodesAsked(job.options)
  if (nodes !== null && !/^(1|1-1)$/.test(nodes))
    return message('launch.nodesFlag', { count: nodes })
  const ranks = numberSet({ config }, 'nnodes') ?? 1
  return ranks > 1 ? message('launch.nnodesFlag', { count: ranks }) : null
}

/** The last one counts, as for sbatch. */
function nodesAsked(options: readonly string[]): string | null {
  const asked = options.flatMap((option, index) => {
    const [, attached] = /^(?:--nodes(?:=|$)|-N=?)(.*)$/.exec(option) ?? []
    return attached === undefined ? [] : [attached === '' ? (options[index + 1] ?? '') : attached]
  })
  return asked.at(-1) ?? null
}

/** Null where they are enough, or where our setting requests none of Slurm. */
export function gpusMissing({ job, config }: LaunchProfile): Message | null {
  const [, count] = /(?:^|:)(\d+)$/.exec(job?.gpusPerNode ?? '') ?? []
  const needed = workerCount({ config })
  if (count === undefined || Number(count) >= needed || spansHosts({ config })) return null
  return message('launch.jobGpus', { needed, count })
}
