// A server as a Slurm job: submitted on the login node, reached through it, cancelled through Slurm.
import { message } from '#core/messages/message.ts'
import { appError, AppError } from '#core/model/app-error.ts'
import type { Launch, StopReport } from '#core/model/launch.ts'
import { isGone, jobScript } from '#core/vllm/launch/launch-scripts.ts'
import { findJobFunction, jobName, jobNumberFunction } from '#core/vllm/launch/job-number.ts'
import { isUnderWay, jobArguments, unknownJob } from '#core/vllm/launch/job-state.ts'
import { forwardPort, type ForwardTarget } from '../forward-port.ts'
import { type Host, hostText, runProgram, runScript, scriptFailed, writeHostFile } from '../host.ts'
import { forgetSecrets, launchesVariable, readStatus, removeLaunch } from './launch-folder.ts'
import type { StopOptions } from './launcher.ts'
import { overPort, placeUrl, type ReachedServer } from './reach-server.ts'
import { untilGone } from './stop-launch.ts'

/** Exit code of the script after it cancelled a job whose number is unknown. */
const withoutNumber = 7

/**
 * The job records its number as well, in case this connection breaks; it does not know if it is in another cluster. A job without
 * a known number could not be watched, so it is cancelled by its name.
 */
const submitScript = `${jobNumberFunction}
folder=$1 name=$2; shift 2
command -v sbatch >/dev/null || { echo 'sbatch is not installed: jobs cannot be submitted here' >&2; exit 1; }
said=$(sbatch "$@" "$folder/job.sh" </dev/null) || { scancel --name="$name" 2>/dev/null; printf '%s\\n' "$said" >&2; exit 1; }
job=$(printf '%s\\n' "$said" | job_number)
[ -n "$job" ] || job=$(squeue -h -t all -n "$name" -o %i 2>/dev/null | job_number)
[ -n "$job" ] || { scancel --name="$name" >/dev/null 2>&1; printf '%s\\n' "$said"; exit ${withoutNumber}; }
case $job in *';'*) ;; *) [ ! -s "$folder/job" ] || exit 0 ;; esac
echo "$job" >"$folder/job.part" && mv "$folder/job.part" "$folder/job"`

const placeScript = `${launchesVariable}
cat "$launches/$1/place" 2>/dev/null; true`

const signalScript = `${launchesVariable}${findJobFunction}
id=$1 folder=$launches/$1; shift
: >"$folder/stopped"
rm -f "$folder/queue"
find_job && scancel $in_cluster "$@" "$job"
rm -f "$folder/queue"
true`

/** Drops the queue's cached report, which may be older than the job's start. */
const askAgainScript = `${launchesVariable}
rm -f "$launches/$1/queue"`

export async function startJob(host: Host, folder: string, launch: Launch): Promise<void> {
  const { id, profile } = launch
  if (profile.job === null) throw new AppError('internal', message('launch.notAJob', { id }))
  await writeHostFile(host, { path: `${folder}/job.sh`, contents: jobScript(folder), mode: '700' })
  const words = jobArguments(profile.job, { id, folder })
  const argv = ['sh', '-c', submitScript, 'kneepoint', folder, jobName(id), ...words]
  const { code, stdout, stderr } = await runProgram(host, { argv })
  if (code === 0) return
  // Nothing was submitted, or it was cancelled.
  await removeLaunch(host, id).catch(() => undefined)
  if (code === withoutNumber) throw noJobNumber(host, id, stdout.toString().trim())
  throw new AppError('host-failed', scriptFailed(host, { code, stderr }).content.message, {
    remedy: message('launch.jobRefused.remedy'),
  })
}

function noJobNumber(host: Host, id: string, said: string): AppError {
  const given = { host: hostText(host), name: jobName(id) }
  return new AppError(
    'host-failed',
    said === ''
      ? message('launch.noJobNumber', given)
      : message('launch.otherThanJobNumber', { ...given, said }),
    { remedy: message('launch.noJobNumber.remedy', given) },
  )
}

/** The node is unknown before the job runs, so each connection looks it up. */
export async function reachJob(host: Host, { id, profile }: Launch): Promise<ReachedServer> {
  let known: ForwardTarget | null = null
  const target = async () => {
    known ??= await placeOf(host, id)
    if (known !== null) return { ...known, address: addressAt(known.address, profile.address) }
    throw new AppError('host-failed', message('launch.jobNotRunning', { id }))
  }
  const clusterUrl = () =>
    known && placeUrl({ ...known, address: addressAt(known.address, profile.address) })
  // Once its node is known, a job of this computer needs no local port.
  const directUrl = () => (host.isHere ? clusterUrl() : null)
  return overPort(await forwardPort(host, target), { directUrl, clusterUrl })
}

const steps = [
  /** Signals only its shell, which forwards the signal: a server that receives it twice might not shut down cleanly. */
  { step: 'server-terminated', words: ['--signal=TERM', '--batch'] },
  { step: 'session-killed', words: [] },
] as const

/** Slurm first signals a job to exit, and waits as long as the cluster allows. */
const cancelPatienceS = 60

export async function stopJob(
  host: Host,
  { id }: Launch,
  {
    patienceS,
    signal,
    longestCancelS = cancelPatienceS,
  }: StopOptions & { longestCancelS?: number },
): Promise<StopReport> {
  await runScript(host, askAgainScript, { args: [id] })
  let status = await readStatus(host, id)
  if (status.job?.id === unknownJob) {
    throw appError('host-failed', 'launch.jobUnknown', { id, name: jobName(id) })
  }
  let done: StopReport['step'] = 'already-gone'
  for (const { step, words } of steps) {
    if (isGone(status)) break
    // A pending job has no server to stop, and scancel waits in vain to signal a suspended one.
    if (words.length > 0 && ['PENDING', 'SUSPENDED'].includes(status.job?.state ?? '')) continue
    await runScript(host, signalScript, { args: [id, ...words] })
    const patienceMs = 1000 * (words.length > 0 ? patienceS : longestCancelS)
    status = await untilGone(() => readStatus(host, id), patienceMs, signal)
    done = step
  }
  const { job } = status
  if (job !== null && isUnderWay(job)) {
    throw appError('host-failed', 'launch.jobNotGone', { id: job.id, state: job.state })
  }
  await forgetSecrets(host, id)
  return { step: done, leftovers: status.members }
}

async function placeOf(host: Host, id: string): Promise<ForwardTarget | null> {
  const [address = '', port = ''] = (await runScript(host, placeScript, { args: [id] }))
    .toString()
    .trim()
    .split(' ')
  return port === '' ? null : { address, port: Number(port) }
}

/** The node's name if the server accepts remote connections, otherwise its listening address. */
function addressAt(node: string, listening: string): string {
  return ['0.0.0.0', '::'].includes(listening) ? node : listening
}
