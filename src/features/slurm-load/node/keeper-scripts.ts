// Keeps the load generators running on the nodes of a job. A program on the login node prints the state of the job and
// its log, one line each, and ends with our connection, however that ends. No load remains afterwards. Output after the
// end of the connection is lost, and must not end the program.
import { jobNumberFunction, stateLines } from '#core/vllm/launch/job-number.ts'

/** Seconds without input after which the keeper ends. */
export const keeperPatienceS = 120

type Parts = Readonly<{
  /** Sets `job`; rejects invalid ones. */
  begin: string
  /** Runs at every check of a running job. */
  running: string
  /** Whether all parts of the load have ended; ignores the end of the job. */
  isOver: string
  /** Repeated until everything has ended. */
  end: string
}>

function keeperScript({ begin, running, isOver, end }: Parts): string {
  return String.raw`
folder=$1; shift
umask 077
trap '' HUP PIPE
reported= seen=0
look() {
  now=$(squeue -h -t all -j "$job" -S i -o '%T;%N;%r' 2>&1) || case $now in *'Invalid job id'*) now='GONE;;' ;; *) return ;; esac
  now=$(printf '%s
' "$now" | sed ${stateLines} | head -n 1)
  [ -n "$now" ] || now='GONE;;'
  [ "$now" = "$reported" ] || echo "state $now"
  reported=$now
}
is_over() {
  case ${'$'}{reported%%;*} in
  ''|PENDING|CONFIGURING|RUNNING|COMPLETING|SUSPENDED|STOPPED|REQUEUED|RESIZING|SIGNALING|STAGE_OUT) ${isOver} ;;
  esac
}
report_log() {
  count=$( { wc -l <"$folder/log"; } 2>/dev/null) || return 1
  [ "$count" -gt "$seen" ] || return 1
  sed -n "$((seen + 1)),${'$'}{count}s/^/log /p" "$folder/log"
  seen=$count
}
${begin}
echo "job $job"
exec 3<&0
{
  while [ -n "$(timeout ${keeperPatienceS} sh -c 'read -r line && echo on' <&3)" ]; do :; done
  : >"$folder/leave"
} 2>/dev/null &
turn=0 every=8
until [ -e "$folder/leave" ] || is_over; do
  if report_log || [ $((turn % every)) = 0 ]; then look; fi
  case $reported in RUNNING*) every=30; ${running} ;; *) every=8 ;; esac
  turn=$((turn + 1))
  sleep 0.5
done
turn=0
until is_over || [ "$turn" -ge 120 ]; do
  [ $((turn % 10)) = 0 ] && { ${end}; } >/dev/null 2>&1
  turn=$((turn + 1))
  sleep 0.5
  look
done
report_log
rm -rf "$folder"
echo over`
}

/** Submits the job and finally cancels it. Arguments: the folder, and the arguments of sbatch. */
export const submitScript = keeperScript({
  begin: String.raw`${jobNumberFunction}command -v sbatch >/dev/null || { echo no-slurm; rm -rf "$folder"; exit 0; }
said=$(sbatch "$@" "$folder/job.sh" 2>"$folder/refusal" </dev/null) || {
  echo "partitions $(sinfo -h -o %R 2>/dev/null | sort -u | tr '
' ' ')"
  sed 's/^/refused /' "$folder/refusal"
  rm -rf "$folder"; exit 0
}
name=
for word in "$@"; do case $word in --job-name=*) name=${'$'}{word#*=} ;; esac; done
job=$(printf '%s\n' "$said" | job_number)
[ -n "$job" ] || job=$(squeue -h -t all -n "$name" -o %i 2>/dev/null | job_number)
job=${'$'}{job%%;*}
[ -n "$job" ] || {
  scancel --name="$name" 2>/dev/null
  printf '%s\n' "refused sbatch printed no job number, so that the job was cancelled by its name ($name):" "$said" | sed '2,$s/^/refused /'
  rm -rf "$folder"; exit 0
}`,
  running: ':',
  isOver: 'return 1',
  end: 'scancel "$job"',
})

/**
 * Adds a step to an existing job, and ends only that step. Arguments: the folder, the job, the number of nodes, and the arguments
 * of srun. Uses the second component of a heterogeneous job; in other jobs the last nodes, because the job's shell, and so a
 * server in it, runs on the first.
 */
export const joinScript = keeperScript({
  begin: String.raw`job=$1 nodes=$2; shift 2
command -v srun >/dev/null || { echo no-slurm; rm -rf "$folder"; exit 0; }
look >/dev/null
case $reported in GONE*) echo "unknown-job $job"; rm -rf "$folder"; exit 0 ;; esac
reported= step=
begin_step() {
  sizes=$(squeue -h -j "$job" -o '%i;%D')
  second=$(printf '%s
' "$sizes" | sed -n 's/^[0-9]*+1;//p')
  have=${'$'}{second:-${'$'}{sizes##*;}}
  case $have in ''|*[!0-9]*) return ;; esac
  step=begun
  if [ "$have" -lt "$nodes" ]; then
    echo "few-nodes $have"
    : >"$folder/step-over"
    return
  fi
  place=--relative=$((have - nodes))
  [ -z "$second" ] || place=--het-group=1
  {
    sh -c 'echo $$ >"$0/step"; exec srun "$@"' "$folder" --jobid="$job" "$place" "$@" >"$folder/log" 2>&1 </dev/null
    : >"$folder/step-over"
  } &
}`,
  running: '[ -n "$step" ] || begin_step "$@"',
  isOver: String.raw`[ -e "$folder/step-over" ] || return 1
    report_log
    look
    case $reported in RUNNING*) [ -e "$folder/leave" ] || { : >"$folder/leave"; echo 'state FAILED;;NonZeroExitCode'; } ;; esac
    return 0`,
  // Slurm ends the tasks of a step if its srun is terminated.
  end: String.raw`[ -n "$step" ] || : >"$folder/step-over"
    kill -s TERM "$(cat "$folder/step")"`,
})
