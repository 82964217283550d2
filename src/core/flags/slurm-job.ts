// Resources of a Slurm job that runs a server.
import { z } from 'zod'
import { message, schemaText } from '#core/messages/message.ts'

const word = z.string().min(1).max(200)

export const slurmJobSchema = z.object({
  /** Null uses the cluster's default, here and in the next three fields. */
  partition: word.nullable().default(null),
  account: word.nullable().default(null),
  qos: word.nullable().default(null),
  /** Format of `sbatch --time`: minutes, `4:00:00`, `1-12`. */
  timeLimit: z
    .string()
    .regex(/^[\d:-]+$/, { error: () => schemaText(message('config.slurmTime')) })
    .nullable()
    .default(null),
  /** Format of `sbatch --gpus-per-node`: `2`, `h100:4`; null requests none. */
  gpusPerNode: word.nullable().default(null),
  /** Further sbatch options, passed unchanged. */
  options: z.array(word).default([]),
  /** The server spans these nodes: rank 0 serves on the first, the others run without an HTTP server. */
  nodes: z.int().min(1).max(1024).default(1),
  /** Nodes for load generators, requested in the same submission but separate from the server's node. */
  loadNodes: z.int().min(0).max(10_000).default(0),
  /** sbatch options for those nodes: partition, processors. */
  loadOptions: z.array(word).default([]),
  /** Lines of sh that run on every node before the server starts: `module load cuda`. */
  setup: z.string().max(10_000).default(''),
})

/** State of a job as Slurm reports it. */
export const jobStateSchema = z.object({
  id: z.string(),
  /** PENDING, RUNNING, TIMEOUT …; empty if Slurm no longer lists the job. */
  state: z.string(),
  node: z.string(),
  /** Why it waits or ended; empty if Slurm gives no reason. */
  reason: z.string(),
})

export type SlurmJob = z.infer<typeof slurmJobSchema>
export type JobState = z.infer<typeof jobStateSchema>
