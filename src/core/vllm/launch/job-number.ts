// Parses a job number from the output of Slurm's programs, to which clusters add wrappers and greetings.

/** Variables of a user's start-up files that hide jobs from squeue and scancel, or make sbatch submit several or wait. */
const alteringVariables = [
  ...['ACCOUNT', 'LICENSES', 'NAMES', 'PARTITION', 'QOS', 'STATES', 'USERS'].map(
    (name) => `SQUEUE_${name}`,
  ),
  ...['ACCOUNT', 'BATCH', 'FULL', 'INTERACTIVE', 'NAME', 'PARTITION', 'QOS', 'STATE', 'USER'].map(
    (name) => `SCANCEL_${name}`,
  ),
  ...['SBATCH_ARRAY_INX', 'SBATCH_REQUEUE', 'SBATCH_WAIT'],
]

/** job_number: reads output of sbatch or squeue; prints the last number in it, `123` or `123;cluster`, else nothing. */
export const jobNumberFunction = String.raw`
unset ${alteringVariables.join(' ')}
job_number() {
  tr -d '\r' | sed -n -e 's/^ *\([0-9][0-9]*\(;[A-Za-z0-9_.-]*\)\{0,1\}\) *$/\1/p' -e 's/^.*Submitted batch job \([0-9][0-9]*\).*$/\1/p' | tail -n 1
}
`

/** Name of a launch's job, used to find the job if its number was lost. */
export function jobName(id: string): string {
  return `kneepoint-${id}`
}

/**
 * find_job: sets job to the number in `$folder/job`, and in_cluster to the option for another cluster. Without a number there,
 * searches for the job of launch `$id` by name. Fails if it finds none.
 */
export const findJobFunction = String.raw`${jobNumberFunction}
find_job() {
  job= in_cluster=
  { read -r job <"$folder/job"; } 2>/dev/null
  job=$(printf '%s\n' "$job" | job_number)
  [ -n "$job" ] || job=$(squeue -h -t all -n "${jobName('$id')}" -o %i 2>/dev/null | job_number)
  case $job in *';'*) in_cluster=--clusters=${'$'}{job#*;} ;; esac
  job=${'$'}{job%%;*}
  [ -n "$job" ]
}
`

/** Extracts the state from the output of squeue, for `sed`; omits warnings and headings. */
export const stateLines = String.raw`-n '/^[A-Z_][A-Z_]*;/p'`
