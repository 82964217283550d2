// The resources of a Slurm job that runs a server.
import { z } from 'zod'
import { inEnglish, message } from '#core/messages/message.ts'

const word = z.string().min(1).max(200)

export const slurmJobSchema = z.object({
  /** Null takes the cluster's own; so with the next three. */
  partition: word.nullable().default(null),
  account: word.nullable().default(null),
  qos: word.nullable().default(null),
  /** As `sbatch --time` takes it: minutes, `4:00:00`, `1-12`. */
  timeLimit: z
    .string()
    .regex(/^[\d:-]+$/, inEnglish(message('config.slurmTime')))
    .nullable()
    .default(null),
  /** As `sbatch --gpus-per-node` takes it: `2`, `h100:4`; null asks for none. */
  gpusPerNode: word.nullable().default(null),
  /** Further words for sbatch, as they are. */
  options: z.array(word).default([]),
  /** The server spans them: rank 0 serves on the first, the others run without an HTTP server. */
  nodes: z.int().min(1).max(1024).default(1),
  /** Requested in the same submission for the load generators, apart from the server's node. */
  loadNodes: z.int().min(0).max(10_000).default(0),
  /** Words for sbatch about those nodes: their partition, their processors. */
  loadOptions: z.array(word).default([]),
  /** Lines of sh on every node before the server starts: `module load cuda`. */
  setup: z.string().max(10_000).default(''),
})

/** Where a job stands, as Slurm says. */
export const jobStateSchema = z.object({
  id: z.string(),
  /** PENDING, RUNNING, TIMEOUT …; empty where Slurm does not know the job any more. */
  state: z.string(),
  node: z.string(),
  /** Why it waits or ended; empty where Slurm gives none. */
  reason: z.string(),
})

export type SlurmJob = z.infer<typeof slurmJobSchema>
export type JobState = z.infer<typeof jobStateSchema>
