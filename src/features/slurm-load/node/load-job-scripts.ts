// A load job: arguments of sbatch, and scripts that Slurm runs on its nodes.
import { shellText } from '#core/command-line/launch-functions.ts'
import type { SlurmJob } from '#core/flags/slurm-job.ts'
import { type JobPlace, resourceArguments } from '#core/vllm/launch/job-state.ts'
import { taskMark } from '#node/load/workers/listen-for-load.ts'

/** File in the job's folder by which a run proves that it owns the generators. */
export const jobKeyFile = 'key'

export type TaskFiles = Readonly<{
  folder: string
  /** Node of the login node, or the uploaded one. */
  node: string
  program: string
}>

/**
 * Runs one load generator after another, each for one load. Uses the login node's Node if it runs here. Passed inline, because a
 * node may not have the job's folder.
 */
const taskScript = String.raw`
folder=$1 node=$2 program=$3
name=${'$'}{SLURMD_NODENAME:-$(hostname)}
say() { echo "${taskMark} $*"; }
for file in "$program" "$folder/${jobKeyFile}"; do
  [ -r "$file" ] || { say no-folder "$name" "$file"; exit 3; }
done
run=
for candidate in "$node" "${'$'}{program%/*}"/node-* "$HOME/.local/bin/node" "$(command -v node)"; do
  [ -x "$candidate" ] || continue
  case $("$candidate" --version 2>/dev/null) in v2[0-9].*|v[3-9][0-9].*) run=$candidate; break ;; esac
done
[ -n "$run" ] || { say no-node "$name" "$(uname -sm)" "$(getconf GNU_LIBC_VERSION 2>/dev/null)"; exit 3; }
code=0
while [ "$code" = 0 ]; do
  "$run" "$program" listen "$folder/${jobKeyFile}"
  code=$?
done
say ended "$name" "$code"
exit "$code"`

/** One step of the job: `srun --label` prefixes each line with the number of its task. */
const stepWords = [
  ...['srun', '--label', '--input=none', '--mpi=none', '--no-kill'],
  ...['--kill-on-bad-exit=0', '--wait=0'],
]

function taskWords({ folder, node, program }: TaskFiles): readonly string[] {
  return ['sh', '-c', taskScript, 'kneepoint', folder, node, program]
}

/** Passes the CPUs per task explicitly, because since 22.05 srun does not inherit them from sbatch. */
export function loadJobScript(files: TaskFiles): string {
  return `#!/bin/sh
# Written by Kneepoint.
[ -z "$SLURM_CPUS_PER_TASK" ] || export SRUN_CPUS_PER_TASK="$SLURM_CPUS_PER_TASK"
exec ${shellText([...stepWords, ...taskWords(files)])}
`
}

type StepSize = Readonly<{ nodes: number; tasksPerNode: number }>

/** Step for an existing job. `joinScript` inserts the job and its nodes after `srun`. */
export function loadStepWords(files: TaskFiles, { nodes, tasksPerNode }: StepSize): string[] {
  const [, ...options] = stepWords
  return [
    ...options,
    // The job's shell, or another step of its owner, may occupy the processors.
    ...['--overlap', `--nodes=${nodes}`, `--ntasks=${nodes * tasksPerNode}`],
    ...[`--ntasks-per-node=${tasksPerNode}`, ...taskWords(files)],
  ]
}

/** Arguments of sbatch for the load generators of a run. A failing node ends only its own tasks. */
export function loadJobArguments(
  job: SlurmJob,
  { id, folder, nodes, tasksPerNode }: JobPlace & StepSize,
): string[] {
  return [
    ...['--parsable', `--job-name=kneepoint-load-${id}`, `--nodes=${nodes}`],
    ...[`--ntasks=${nodes * tasksPerNode}`, `--ntasks-per-node=${tasksPerNode}`],
    ...['--no-requeue', '--no-kill', `--output=${folder}/log`, '--open-mode=append'],
    ...resourceArguments(job),
  ]
}
