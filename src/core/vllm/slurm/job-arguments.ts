// The arguments of sbatch for a server: its place, its log, and no automatic requeue.
import type { SlurmJob } from '#core/model/host/slurm-job.ts'

/** Seconds before the time limit at which Slurm sends SIGTERM to the shell of the job, which passes it on. */
const noticeS = 120

/** `folder` has to be one that every node sees. */
export function jobArguments(
  { partition, account, qos, timeLimit, gpusPerNode, options }: SlurmJob,
  { id, folder }: Readonly<{ id: string; folder: string }>,
): string[] {
  const asked = { partition, account, qos, time: timeLimit, 'gpus-per-node': gpusPerNode }
  return [
    ...['--parsable', `--job-name=kneepoint-${id}`, '--nodes=1', '--ntasks=1', '--no-requeue'],
    ...[`--chdir=${folder}`, `--output=${folder}/server.log`, '--open-mode=append'],
    `--signal=B:TERM@${noticeS}`,
    ...Object.entries(asked).flatMap(([name, value]) =>
      value === null ? [] : `--${name}=${value}`,
    ),
    ...options,
  ]
}
