// A server that spans the nodes of a job: one step with one task per node, which runs the same script with another rank.
import type { SlurmJob } from '#core/flags/slurm-job.ts'
import { processFunctions, resetSignals, shellText } from '#core/command-line/launch-functions.ts'

/** vLLM's own default; the first free port from this one on is used. */
export const usualMasterPort = 29_501

/** Additional vLLM flags on one node. Only rank 0 has an HTTP server. */
export function rankArguments(
  nodes: number,
  { rank, master, port }: Readonly<{ rank: string; master: string; port: string }>,
): string[] {
  const place = ['--master-addr', master, '--master-port', port]
  return ['--nnodes', String(nodes), '--node-rank', rank, ...place]
}

/**
 * Command for the leader on the first node. Since Slurm 22.05 a step gets the CPUs of the job only if SRUN_CPUS_PER_TASK is set.
 * When a rank ends, it ends the others: immediately if it failed, else after some seconds.
 */
export function stepCommand(nodes: number): string {
  return String.raw`[ -z "$SLURM_CPUS_PER_TASK" ] || export SRUN_CPUS_PER_TASK="$SLURM_CPUS_PER_TASK"
master=${'$'}{SLURMD_NODENAME:-localhost}
srun --nodes=${nodes} --ntasks=${nodes} --ntasks-per-node=1 --overlap --cpu-bind=none --label --kill-on-bad-exit=1 --wait=10 \
  sh "$folder/rank.sh" "$port" "$master" "$master_port"`
}

/** Signals every task of the step, which forwards the signal; srun itself would kill them at once. */
export const stepEnd = String.raw`{ read -r step <"$folder/step"; } 2>/dev/null && scancel --signal=TERM "$SLURM_JOB_ID.$step" || kill -s TERM "$server" 2>/dev/null`

/** vLLM runs in a separate session, because Slurm signals all processes of a task and vLLM must get the signal only once. */
export function rankScript(argv: readonly string[], { nodes, setup }: SlurmJob): string {
  const place = { rank: '"$rank"', master: '"$master"', port: '"$master_port"' }
  return String.raw`#!/bin/sh
# Written by Kneepoint. Runs the part of the server on one node, and writes down which ended first.
${processFunctions}
folder=$(cd "$(dirname "$0")" && pwd)
port=$1 master=$2 master_port=$3
rank=$SLURM_PROCID node=${'$'}{SLURMD_NODENAME:-localhost}
server= ended=
end_server() { ended=1; [ -z "$server" ] || kill -s TERM "$server" 2>/dev/null; }
trap end_server TERM
trap : INT HUP
[ "$rank" != 0 ] || { echo "$SLURM_STEP_ID" >"$folder/step.part" && mv "$folder/step.part" "$folder/step"; }
echo "Kneepoint: rank $rank runs on $node."
. "$folder/environment"
cd "$HOME" || cd /
${setup}
${resetSignals}
if [ "$rank" = 0 ]; then set -- --port "$port"; else set -- --headless; fi
setsid $reset ${shellText(argv)} ${rankArguments(nodes, place).join(' ')} "$@" </dev/null &
server=$!
[ -z "$ended" ] || end_server
while :; do
  wait "$server"
  code=$?
  kill -0 "$server" 2>/dev/null || break
done
echo "Kneepoint: rank $rank on $node ended with code $code."
for second in 1 2 3 4 5 6; do
  find_members "$server"
  [ -n "$members" ] || break
  [ "$second" -lt 4 ] && kill -s TERM $members 2>/dev/null || kill -s KILL $members 2>/dev/null
  sleep 1
done
[ -z "$ended" ] || exit 0
(set -C; echo "$rank $node $code" >"$folder/first-end") 2>/dev/null
exit "$code"
`
}
