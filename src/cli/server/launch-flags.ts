// Flags of a launch: how vLLM runs, on which GPUs, and whether as a job.
import { z } from 'zod'
import { count, type OptionRecords, switchFlag, textFlag, textsFlag } from '#core/flags/flag.ts'
import { featureLaunchFlags } from '#core/model/launch-profile.ts'

export const launchFlags = {
  name: textFlag('NAME', 'Name of the server.'),
  program: textFlag('PATH', 'Path of the vllm program, if it is not on the PATH.'),
  venv: textFlag('FOLDER', 'Virtual environment with vLLM.'),
  image: textFlag('IMAGE', 'Docker image to run vLLM in.'),
  gpus: textFlag('LIST', 'GPUs that the server may use: 0,1 or their UUIDs.'),
  slurm: switchFlag(
    'Run the server as a Slurm job: HOST is the login node, and Slurm chooses the compute node.',
  ),
  partition: textFlag('NAME', 'Partition of the job.'),
  account: textFlag('NAME', 'Account to charge the job to.'),
  qos: textFlag('NAME', 'Quality of service of the job.'),
  timeLimit: textFlag('TIME', 'Time limit of the job, such as 90, 4:00:00 or 1-12.'),
  gpusPerNode: textFlag('GPUS', 'GPUs to request: 2 or h100:4.'),
  sbatchOption: {
    ...textsFlag('OPTION', 'Passed to sbatch unchanged: --sbatch-option=--exclusive.'),
    addsUp: true,
  },
  nodes: {
    schema: z.int().min(1).max(1024).nullable().default(null),
    ...count,
    unit: 'nodes',
    summary:
      'Nodes that the server spans (--nnodes): rank 0 serves on the first, the others run headless. Needs --slurm.',
  },
  loadNodes: {
    schema: z.int().min(1).max(10_000).nullable().default(null),
    ...count,
    unit: 'nodes',
    summary:
      'Further nodes of the same submission, for load: bench serve --on slurm:HOST --load-job ID.',
  },
  loadSbatchOption: {
    ...textsFlag(
      'OPTION',
      'Option of sbatch for these nodes: --load-sbatch-option=--partition=cpu.',
    ),
    addsUp: true,
  },
  setup: textFlag(
    'LINES',
    'Shell lines to run in the job before the server starts, such as "module load cuda".',
  ),
  ...featureLaunchFlags,
  env: {
    schema: z.record(z.string(), z.string()).nullable().default(null),
    kind: 'pairs',
    metavar: 'NAME=VALUE',
    summary: 'Environment variables of the server; every user of the host can read them.',
  },
  secret: {
    ...textsFlag(
      'NAME',
      'Secret variables, taken from this shell or prompted for; passed in a file only you can read.',
    ),
    addsUp: true,
  },
  readyTimeoutS: {
    schema: z.int().min(1).max(86_400).default(1800),
    kind: 'integer',
    metavar: 'S',
    unit: 's',
    summary: 'Time to wait for the server to become ready.',
  },
} satisfies OptionRecords
