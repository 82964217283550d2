// Slurm job that sends the load with `--on slurm:LOGIN`: a new job, or an existing one.
import { z } from 'zod'
import { message, schemaText } from '#core/messages/message.ts'
import { count, type FlagRecords, positiveInteger } from '#core/flags/flag.ts'
import { isSentBy, ofLoadSentBy, type Place, type SenderTraits } from '#core/flags/sender-traits.ts'
import { slurmJobSchema, type SlurmJob } from '#core/flags/slurm-job.ts'

export const jobPrefix = 'slurm:'

type Size = Place & Readonly<{ loadNodes: number; loadTasksPerNode: number }>

/** Settings that apply only to a newly submitted job. */
const ofSubmission = [
  'loadPartition',
  'loadAccount',
  'loadQos',
  'loadTimeLimit',
  'loadSbatchOption',
] as const
type SubmissionSettings = Place &
  Readonly<{ loadJob: string | null }> &
  Readonly<Record<(typeof ofSubmission)[number], unknown>>

const text = z.string().min(1).max(200).nullable().default(null)

const ofJob = ofLoadSentBy(jobPrefix)

const loadJobFlags = {
  loadNodes: {
    ...count,
    ...ofJob,
    schema: positiveInteger.default(1),
    unit: 'nodes',
    summary: 'Nodes of the Slurm job that sends the load (--on slurm:LOGIN).',
    label: 'Nodes for load',
    affects: 'latencies',
    rules: {
      broken: ({ on, loadNodes, loadTasksPerNode }: Size) =>
        !isSentBy(on, jobPrefix) && loadNodes * loadTasksPerNode > 1,
      message: message('config.nodesWithoutJob'),
    },
  },
  loadJob: {
    ...ofJob,
    schema: z
      .string()
      .regex(/^\d+$/, { error: () => schemaText(message('config.jobNumber')) })
      .nullable()
      .default(null),
    metavar: 'ID',
    summary:
      'Slurm job that exists: its nodes send the load in a step of their own, and it goes on afterwards.',
    label: 'Existing job for load',
    rules: [
      {
        broken: ({ on, loadJob }: SubmissionSettings) =>
          loadJob !== null && !isSentBy(on, jobPrefix),
        message: message('config.nodesWithoutJob'),
      },
      {
        broken: ({ loadJob, ...settings }: SubmissionSettings) =>
          loadJob !== null && ofSubmission.some((field) => settings[field] !== null),
        message: message('config.jobExists'),
      },
    ],
  },
  loadTasksPerNode: {
    ...count,
    ...ofJob,
    schema: positiveInteger.default(1),
    unit: 'tasks',
    summary: 'Load generators on each node of the job.',
    label: 'Tasks per node',
    affects: 'latencies',
  },
  loadPartition: {
    ...ofJob,
    schema: text,
    metavar: 'NAME',
    summary: "Partition of the job; the cluster's default if not set.",
    label: 'Partition for load',
  },
  loadAccount: {
    ...ofJob,
    schema: text,
    metavar: 'NAME',
    summary: 'Account to charge the job to.',
    label: 'Account for load',
  },
  loadQos: {
    ...ofJob,
    schema: text,
    metavar: 'NAME',
    summary: 'Quality of service of the job.',
    label: 'QOS for load',
  },
  loadTimeLimit: {
    ...ofJob,
    schema: slurmJobSchema.shape.timeLimit,
    metavar: 'TIME',
    summary: 'Time limit of the job, such as 90, 4:00:00 or 1-12.',
    label: 'Time limit for load',
  },
  loadSbatchOption: {
    ...ofJob,
    schema: z
      .array(z.string().regex(/^-/, { error: () => schemaText(message('config.sbatchOption')) }))
      .nullable()
      .default(null),
    kind: 'words',
    addsUp: true,
    metavar: 'OPTION',
    summary: 'Option passed to sbatch unchanged: --load-sbatch-option=--exclusive.',
    label: 'sbatch options for load',
  },
} satisfies FlagRecords

export type LoadJobSettings = Readonly<{
  [Field in keyof typeof loadJobFlags]: z.infer<(typeof loadJobFlags)[Field]['schema']>
}> &
  Readonly<{ loadQueueTimeoutSec: number }>

/** Job that a benchmark requests or joins for its load. */
export type LoadJobOrder = Readonly<{
  /** Resources, in the same form as for server jobs. */
  job: SlurmJob
  /** Number of the existing job; null submits a new one. */
  joins: string | null
  nodes: number
  tasksPerNode: number
  /** Maximum time in the queue; after it the job is cancelled. */
  queueTimeoutS: number
}>

export function loadJobOrder(settings: LoadJobSettings): LoadJobOrder {
  return {
    job: slurmJobSchema.parse({
      partition: settings.loadPartition,
      account: settings.loadAccount,
      qos: settings.loadQos,
      timeLimit: settings.loadTimeLimit,
      options: settings.loadSbatchOption ?? [],
    }),
    joins: settings.loadJob,
    nodes: settings.loadNodes,
    tasksPerNode: settings.loadTasksPerNode,
    queueTimeoutS: settings.loadQueueTimeoutSec,
  }
}

export const jobSender = {
  prefix: jobPrefix,
  flags: loadJobFlags,
  count: ({ loadNodes, loadTasksPerNode }: Size) => loadNodes * loadTasksPerNode,
  isOffered: ({ hasSlurm }) => hasSlurm,
} as const satisfies SenderTraits
