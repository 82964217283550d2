// The folder of each launch on its host. It contains everything needed to find, watch and stop a server again.
import { z } from 'zod'
import { processFunctions } from '#core/command-line/launch-functions.ts'
import { type Launch, launchSchema, type LaunchStatus } from '#core/model/launch.ts'
import { appError } from '#core/model/app-error.ts'
import { findJobFunction, jobName, stateLines } from '#core/vllm/launch/job-number.ts'
import { unknownJob } from '#core/vllm/launch/job-state.ts'
import { launchMarker } from '#core/vllm/launch/launch-command.ts'
import { powerRestoreScript } from '#core/vllm/launch/power-cap.ts'
import { launchStatus } from '#core/vllm/launch/launch-scripts.ts'
import { type Host, hostText, runProgram, runScript } from '../host.ts'
import type { LogRange } from './launcher.ts'

/** `$launches` is the folder of all launches. */
export const launchesVariable = String.raw`
launches=${'$'}{XDG_DATA_HOME:-$HOME/.local/share}/kneepoint/launches
`

const placeScript = `${launchesVariable}
case $launches in /*) ;; *) echo "$launches is not an absolute path" >&2; exit 1 ;; esac
mkdir -p -m 700 "$launches" || exit 1
printf '%s' "$launches"`

const listScript = `${launchesVariable}
for file in "$launches"/*/launch.json; do [ -f "$file" ] && cat "$file" && echo; done; true`

/**
 * own_members: sets members to the processes of `$id` except its leader. These are its session, while a recorded process lives;
 * processes with the marker, and sessions that they lead; its control group; all descendants of these, now or at the last read of
 * members, because a process whose parent has exited can no longer be attributed.
 */
export const membersScript = `${processFunctions}
add() { case " $leader $$$found" in *" $1 "*) ;; *) found="$found$1 " ;; esac; }
add_session() {
  for entry in $table; do
    case $entry in *:"$1") add "${'$'}{entry%%:*}" ;; esac
  done
}
add_descendants() {
  tree=
  is_same "$folder/leader" && tree=" $leader"
  until [ "$found" = "$before" ]; do
    before=$found
    for entry in $table; do
      parent=${'$'}{entry#*:}
      case "$tree$found" in *" ${'$'}{parent%:*} "*) add "${'$'}{entry%%:*}" ;; esac
    done
  done
}
own_members() {
  members= leader= found=' ' before= table=
  boot=$(cat "$folder/boot" 2>/dev/null)
  [ -z "$boot" ] || [ "$boot" = "$(cat /proc/sys/kernel/random/boot_id)" ] || return 0
  for place in /proc/[0-9]*; do
    look "${'$'}{place#/proc/}" && [ "$state" != Z ] && table="$table ${'$'}{place#/proc/}:$parent:$session"
  done
  { read -r leader began <"$folder/leader"; } 2>/dev/null
  [ -n "$leader" ] && { is_same "$folder/leader" || is_same "$folder/server"; } && add_session "$leader"
  for file in $(grep -lzxF "${launchMarker}=$id" /proc/[0-9]*/environ 2>/dev/null); do
    one=${'$'}{file#/proc/} one=${'$'}{one%/environ}
    look "$one" && [ "$state" != Z ] && [ "$one" != "$leader" ] || continue
    add "$one"
    [ "$session" != "$one" ] || add_session "$one"
  done
  { read -r cgroup <"$folder/cgroup"; } 2>/dev/null && for one in $(cat "$cgroup/cgroup.procs" 2>/dev/null); do
    add "$one"
  done
  [ -f "$folder/members" ] && while read -r one began; do
    look "$one" && [ "$start" = "$began" ] && [ "$state" != Z ] && add "$one"
  done <"$folder/members"
  add_descendants
  members=${'$'}{found# }
  for one in $members; do
    look "$one" && echo "$one $start"
  done >"$folder/members.$$" && mv "$folder/members.$$" "$folder/members"
}
is_here() {
  [ "$(cat "$folder/boot" 2>/dev/null)" = "$(cat /proc/sys/kernel/random/boot_id)" ] && is_same "$folder/$1"
}
`

/**
 * The queue's report is cached for a few seconds, because clusters limit queries. A job that is no longer queued is looked up in
 * the accounting data, if the cluster keeps any. Once the server has ended, only a newer job state counts, because it shows the
 * cause. A queue that does not respond says nothing about the job.
 */
const jobFunction = String.raw`${findJobFunction}
tell_job() {
  find_job || {
    squeue -h -n "${jobName('$id')}" >/dev/null 2>&1 || echo 'job ${unknownJob} UNKNOWN;;'
    return 0
  }
  now=$(date +%s)
  { read -r asked told <"$folder/queue"; } 2>/dev/null
  case $told in RUNNING*) patience=15 ;; *) patience=4 ;; esac
  if [ -f "$folder/end" ]; then
    case $told in COMPLETING*|UNKNOWN*) patience=1 ;; esac
    [ "$folder/queue" -nt "$folder/end" ] || patience=0
  fi
  if [ -z "$told" ] || [ "$((now - asked))" -ge "$patience" ]; then
    queued=$(squeue -h -t all $in_cluster -j "$job" -S i -o '%T;%N;%r' 2>&1) && is_known=yes || is_known=
    case $is_known$queued in
    yes*) told=$(printf '%s\n' "$queued" | sed ${stateLines} | head -n 1) ;;
    *'Invalid job id'*) told= ;;
    *)
      [ -f "$folder/end" ] && case $told in RUNNING*|PENDING*) told= ;; esac
      told=${'$'}{told:-UNKNOWN} ;;
    esac
    [ -n "$told" ] || told=$(sacct $in_cluster -j "$job" -n -P -X -o State,NodeList 2>/dev/null | sed -n '/^[A-Z_+][A-Z_+]*\( by [0-9]*\)\{0,1\}|/{s/|/;/;p;q;}')
    echo "$now $told" >"$folder/queue.part" && mv "$folder/queue.part" "$folder/queue"
  fi
  echo "job $job $told"
}
`

/**
 * A container is ours as long as docker runs it, even if the program that started it is gone. It represents its processes, which
 * carry the marker too, except in the host's process namespace.
 */
const containerFunction = String.raw`
tell_container() {
  { read -r tool <"$folder/container"; } 2>/dev/null
  eval "set -- ${'$'}{tool:-docker}"
  timeout 10 "$@" ps --filter "label=kneepoint.launch=$id" --format '{{.Names}}' 2>/dev/null | while read -r name; do
    echo "member $(timeout 10 "$@" inspect --format '{{.State.Pid}}' "$name" 2>/dev/null || echo 0) container $name"
  done
}
is_inside() {
  space=$(readlink "/proc/$1/ns/pid" 2>/dev/null)
  [ -n "$space" ] && [ "$space" != "$(readlink /proc/self/ns/pid)" ] || return 1
  printf '%s\n' "$containers" | while read -r _ pid _; do readlink "/proc/$pid/ns/pid"; done 2>/dev/null | grep -qxF "$space"
}
`

const statusScript = `${launchesVariable}${membersScript}${jobFunction}${containerFunction}
id=$1 folder=$launches/$1
[ -d "$folder" ] || exit 3
is_here leader && echo leader
is_here server && echo server
[ -f "$folder/stopped" ] && echo stopped
[ -f "$folder/job.sh" ] && tell_job
[ -f "$folder/end" ] && echo "end $(cat "$folder/end")"
[ -f "$folder/server.log" ] && echo "log $(wc -c <"$folder/server.log")"
containers=
[ -f "$folder/container" ] && ! is_here server && ! is_here leader && containers=$(tell_container)
own_members
for number in $members; do
  is_inside "$number" && continue
  # It may have ended since; then it was inside without a namespace to show.
  look "$number" && [ "$state" != Z ] || continue
  name=$(tr '\\0' ' ' <"/proc/$number/cmdline" 2>/dev/null | cut -c 1-200)
  echo "member $number ${'$'}{name:-?}"
done
printf '%s\\n' "$containers"`

const logScript = `${launchesVariable}
folder=$launches/$1
tail -c "+$(($2 + 1))" "$folder/server.log" 2>/dev/null | head -c "$3"`

const apiKeyScript = `${launchesVariable}
[ -f "$launches/$1/environment" ] && . "$launches/$1/environment"
printf '%s' "$VLLM_API_KEY"`

const removeScript = `${launchesVariable}${powerRestoreScript}
restore_after "$launches/$1"
{ read -r cgroup <"$launches/$1/cgroup" && rmdir "$cgroup"; } 2>/dev/null
[ -f "$launches/$1/launch.json" ] && rm -r "$launches/$1"`

/** Cleans up after a leader that was killed before it could. */
const forgetScript = `${launchesVariable}${powerRestoreScript}
restore_after "$launches/$1"
{ read -r cgroup <"$launches/$1/cgroup" && rmdir "$cgroup"; } 2>/dev/null
rm -f "$launches/$1/environment"`

/** Secrets are written below it, so this throws unless it has the form of a path. */
export async function launchesFolder(host: Host): Promise<string> {
  const { code, stdout, stderr } = await runProgram(host, { argv: ['sh', '-c', placeScript] })
  const folder = stdout.toString()
  if (code === 0 && absolutePath.test(folder)) return folder
  const why = stderr.toString().trim() || JSON.stringify(folder)
  throw appError('host-failed', 'launch.noFolder', { host: hostText(host), why })
}

const absolutePath = /^\/[^\p{Cc}]*\/kneepoint\/launches$/u

/** Launches, newest first; omits incomplete folders. */
export async function listLaunches(host: Host): Promise<Launch[]> {
  const text = (await runScript(host, listScript)).toString()
  return text
    .split('\n')
    .flatMap((line) => launchIn(line) ?? [])
    .toSorted((a, b) => b.createdAtEpochMs - a.createdAtEpochMs)
}

export async function readStatus(host: Host, id: string): Promise<LaunchStatus> {
  return launchStatus((await runScript(host, statusScript, { args: [id] })).toString())
}

export async function readLog(host: Host, id: string, range: LogRange): Promise<Buffer> {
  const args = [id, String(range.offset), String(range.limit)]
  return runScript(host, logScript, { args })
}

/** Reads the key from a file that only its owner can read, and that is deleted with the server. */
export async function readApiKey(host: Host, id: string): Promise<string | null> {
  const key = (await runScript(host, apiKeyScript, { args: [id] })).toString()
  return key === '' ? null : key
}

export async function forgetSecrets(host: Host, id: string): Promise<void> {
  await runScript(host, forgetScript, { args: [id] })
}

/** Removes the folder of a launch without remaining processes. */
export async function removeLaunch(host: Host, id: string): Promise<void> {
  await runScript(host, removeScript, { args: [id] })
}

function launchIn(line: string): Launch | null {
  try {
    return launchSchema.parse(JSON.parse(line))
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return null
    throw error
  }
}
