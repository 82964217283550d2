// The scripts of a load job: what Slurm runs on the nodes, and what keeps the job on the login node.
import { shellText } from '#core/shell/shell-text.ts'
import { taskMark } from './load-job-log.ts'

/** In the job's folder; a run proves with it that it owns the generators. */
export const jobKeyFile = 'key'

export type TaskFiles = Readonly<{
  folder: string
  /** The Node of the login node, or the one that was sent there. */
  node: string
  program: string
}>

/**
 * One load generator after another, each for one load. It takes the Node that the login node has, as far as it runs here. Passed
 * inline, because a node may not have the job's folder.
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

/** Since 22.05 srun does not take over the number of CPUs per task from sbatch. */
export function loadJobScript({ folder, node, program }: TaskFiles): string {
  const step = ['srun', '--label', '--input=none', '--mpi=none', '--no-kill']
  const ends = ['--kill-on-bad-exit=0', '--wait=0']
  const task = ['sh', '-c', taskScript, 'kneepoint', folder, node, program]
  return `#!/bin/sh
# Written by Kneepoint.
[ -z "$SLURM_CPUS_PER_TASK" ] || export SRUN_CPUS_PER_TASK="$SLURM_CPUS_PER_TASK"
exec ${shellText([...step, ...ends, ...task])}
`
}

/** The keeper gives up when nothing arrived for this long, in seconds. */
export const keeperPatienceS = 120

/**
 * Submits the job and reports its state and its log, a line each. When its input ends, or nothing arrives there any more, it
 * cancels the job; in the end it deletes the folder. So nothing stays behind, whichever end breaks: what it prints then goes
 * nowhere, and must not end it.
 */
export const keeperScript = String.raw`
folder=$1; shift
umask 077
trap '' HUP PIPE
command -v sbatch >/dev/null || { echo no-slurm; rm -rf "$folder"; exit 0; }
job=$(sbatch "$@" "$folder/job.sh" 2>"$folder/refusal" </dev/null) || {
  echo "partitions $(sinfo -h -o %R 2>/dev/null | sort -u | tr '\n' ' ')"
  sed 's/^/refused /' "$folder/refusal"
  rm -rf "$folder"; exit 0
}
job=${'$'}{job%%;*}
echo "job $job"
exec 3<&0
{
  while [ -n "$(timeout ${keeperPatienceS} sh -c 'read -r line && echo on' <&3)" ]; do :; done
  : >"$folder/leave"
} 2>/dev/null &
reported= seen=0
look() {
  now=$(squeue -h -t all -j "$job" -o '%T;%N;%r' 2>&1) || case $now in *'Invalid job id'*) now='GONE;;' ;; *) return ;; esac
  now=$(printf '%s\n' "$now" | grep ';' | head -n 1)
  [ -n "$now" ] || now='GONE;;'
  [ "$now" = "$reported" ] || echo "state $now"
  reported=$now
}
is_over() {
  case ${'$'}{reported%%;*} in
  ''|PENDING|CONFIGURING|RUNNING|COMPLETING|SUSPENDED|STOPPED|REQUEUED|RESIZING|SIGNALING|STAGE_OUT) return 1 ;;
  esac
}
report_log() {
  count=$( { wc -l <"$folder/log"; } 2>/dev/null) || return 1
  [ "$count" -gt "$seen" ] || return 1
  sed -n "$((seen + 1)),${'$'}{count}s/^/log /p" "$folder/log"
  seen=$count
}
turn=0 every=8
until [ -e "$folder/leave" ] || is_over; do
  if report_log || [ $((turn % every)) = 0 ]; then look; fi
  case $reported in RUNNING*) every=30 ;; *) every=8 ;; esac
  turn=$((turn + 1))
  sleep 0.5
done
turn=0
until is_over || [ "$turn" -ge 120 ]; do
  [ $((turn % 10)) = 0 ] && scancel "$job" >/dev/null 2>&1
  turn=$((turn + 1))
  sleep 0.5
  look
done
report_log
rm -rf "$folder"
echo over`
