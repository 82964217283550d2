// Files of a launch on its host, as text: the environment, and the script that leads the session.
import {
  endMembers,
  enterCgroup,
  leaveCgroup,
  processFunctions,
  resetSignals,
  shellArgument,
  shellText,
} from '#core/command-line/launch-functions.ts'
import type { SlurmJob } from '#core/flags/slurm-job.ts'
import type { LaunchProfile, ServeRuntime } from '#core/model/launch-profile.ts'
import type { LaunchStatus, SessionMember } from '#core/model/launch.ts'
import type { LaunchCommand } from './launch-command.ts'
import { isUnderWay, jobStateIn } from './job-state.ts'
import { stepCommand, stepEnd, usualMasterPort } from './rank-script.ts'

/** Contains secrets, so only its owner may read it. */
export function environmentFile(
  { environment, path }: LaunchCommand,
  secrets: Readonly<Record<string, string>>,
): string {
  const variables = Object.entries({ ...environment, ...secrets })
  return [
    ...variables.map(([name, value]) => `export ${name}=${shellArgument(value)}`),
    ...path.map((folder) => `export PATH=${shellArgument(folder)}:"$PATH"`),
    '',
  ].join('\n')
}

/**
 * Leads a separate session, which outlives the connection and makes all processes of the server findable. Waits for the server's
 * exit, then removes leftovers of vLLM, which would occupy the GPU.
 */
export function leaderScript(
  { argv, preparation, lastWords, clearing }: LaunchCommand,
  job: JobPlace | null = null,
): string {
  return String.raw`#!/bin/sh
# Written by Kneepoint. Leads the session of one server and writes down how it ends.
${processFunctions}
folder=$(cd "$(dirname "$0")" && pwd)
${job === null ? 'trap : TERM INT HUP' : jobTraps(job.job)}
cat /proc/sys/kernel/random/boot_id >"$folder/boot"
look $$ && echo "$$ $start" >"$folder/leader" || exit 1
${job === null ? enterCgroup : ''}. "$folder/environment"
cd "$HOME" || cd /
${job === null ? '' : jobPreparation(job)}${preparation}
${resetSignals}
${startCommand(argv, job)} </dev/null &
server=$!
${job === null ? '' : '[ -z "$ended" ] || end_server\n'}look "$server" && echo "$server $start" >"$folder/server"
while :; do
  wait "$server"
  code=$?
  kill -0 "$server" 2>/dev/null || break
done
${lastWords}
first=
{ read -r rank node code <"$folder/first-end"; } 2>/dev/null && first=" $rank $node"
echo "$code $(date +%s)$first" >"$folder/end.part" && mv "$folder/end.part" "$folder/end"
rm -f "$folder/environment"
${endMembers({ termS: 10, killS: 15, givenUpS: 20 })}
${clearing === null ? '' : `${shellText(clearing)} >/dev/null 2>&1 </dev/null`}
${leaveCgroup}
exit "$code"
`
}

/** Slurm signals only the job's shell, also before the time limit. The traps end the server instead of the shell. */
function jobTraps({ nodes }: SlurmJob): string {
  const pass = nodes === 1 ? 'kill -s TERM "$server" 2>/dev/null' : stepEnd
  return `server=
ended=
end_server() { ended=1; [ -z "$server" ] || { ${pass}; }; }
trap end_server TERM
trap : INT HUP`
}

function startCommand(argv: readonly string[], place: JobPlace | null): string {
  if (place === null) return `$reset ${shellText(argv)}`
  const { nodes } = place.job
  return nodes === 1 ? `$reset ${shellText(argv)} --port "$port"` : stepCommand(nodes)
}

type JobPlace = Readonly<{
  job: SlurmJob
  /** First port to try. */
  port: number
  isPortFixed: boolean
  /** Rendezvous port of ranks on several nodes, set by the user; null selects a free one. */
  masterPort: number | null
}>

/** Runs on the node, because free ports and the server's address are known only there. vLLM uses the last of repeated flags. */
function jobPreparation({ job, port, isPortFixed, masterPort }: JobPlace): string {
  const untilFree = (name: string) =>
    `while is_taken "$${name}" && [ "$${name}" -lt 65000 ]; do ${name}=$(($${name} + 1)); done\n`
  const meeting = `master_port=${masterPort ?? usualMasterPort}\n${masterPort === null ? untilFree('master_port') : ''}`
  return String.raw`[ -s "$folder/job" ] || { echo "$SLURM_JOB_ID" >"$folder/job.own" && mv "$folder/job.own" "$folder/job"; }
port=${port}
is_taken() { grep -qi "^ *[0-9]*: [0-9A-F]*:$(printf %04X "$1") [0-9A-F]*:0000 0A" /proc/net/tcp /proc/net/tcp6 2>/dev/null; }
${isPortFixed ? '' : untilFree('port')}${job.nodes === 1 ? job.setup : meeting}
echo "${'$'}{SLURMD_NODENAME:-localhost} $port" >"$folder/place.part" && mv "$folder/place.part" "$folder/place"
`
}

/** Script for sbatch. Slurm runs a copy of it, so it contains the folder of the other files. */
export function jobScript(folder: string): string {
  return `#!/bin/sh\nexec sh ${shellArgument(`${folder}/leader.sh`)}\n`
}

/** Expands `~` in the paths of a launch profile, because no shell will. */
export function inHome(profile: LaunchProfile, home: string): LaunchProfile {
  const whole = (path: string) => path.replace(/^~(?=\/|$)/, () => home)
  const { config, runtime } = profile
  return {
    ...profile,
    runtime: runtimeInHome(runtime, whole),
    config: { ...config, model: whole(config.model) },
  }
}

function runtimeInHome(runtime: ServeRuntime, whole: (path: string) => string): ServeRuntime {
  switch (runtime.kind) {
    case 'program':
      return { ...runtime, program: whole(runtime.program) }
    case 'environment':
      return { ...runtime, folder: whole(runtime.folder) }
    case 'command':
      return { ...runtime, words: runtime.words.map(whole) }
    case 'docker':
      return runtime
  }
}

/**
 * Parses the output of the host's status script, one fact per line: `leader`, `server`, `stopped`, `end 0 1790000000` (followed
 * by the part that ended, as `1 node17`), `log 4096`, `member 4242 VLLM::EngineCore`, and for a job `job 12 RUNNING;node17;None`.
 * Processes on another machine are not visible, so Slurm's state is used for them.
 */
export function launchStatus(report: string): LaunchStatus {
  const lines = report.split('\n').map((line) => line.split(' '))
  const argumentsAfter = (name: string) => lines.find(([first]) => first === name)?.slice(1)
  const end = argumentsAfter('end')
  const reported = argumentsAfter('job')
  const job = reported === undefined ? null : jobStateIn(reported)
  const isThere = job !== null && isUnderWay(job)
  return {
    isLeaderAlive: argumentsAfter('leader') !== undefined || isThere,
    isServerAlive:
      job === null ? argumentsAfter('server') !== undefined : isThere && end === undefined,
    end: end === undefined ? null : endIn(end),
    wasStopped: argumentsAfter('stopped') !== undefined,
    logBytes: Number(argumentsAfter('log')?.[0] ?? 0),
    members: lines.filter(([first]) => first === 'member').map(memberIn),
    job,
  }
}

/** Whether none of its processes is left on the host. */
export function isGone({ isLeaderAlive, isServerAlive, members }: LaunchStatus): boolean {
  return !isLeaderAlive && !isServerAlive && members.length === 0
}

function endIn([code, atEpochS, label, node]: readonly string[]) {
  const end = { code: Number(code), atEpochMs: Number(atEpochS) * 1000 }
  return label === undefined ? end : { ...end, part: { label, node: node ?? null } }
}

function memberIn([, pid = '', ...name]: readonly string[]): SessionMember {
  return { pid: Number(pid), name: name.join(' ') }
}
