// Ends a server and all processes of its session: SIGTERM first, then SIGKILL. Processes are identified by pid and start time,
// and processes outside the session are never signalled.
import { setTimeout as delay } from 'node:timers/promises'
import type { Launch, LaunchStatus, StopReport } from '#core/model/launch.ts'
import { isGone } from '#core/vllm/launch/launch-scripts.ts'
import { type Host, runProgram, runScript } from '../host.ts'
import { runtimeTrait } from '#core/vllm/launch/runtime-traits.ts'
import { forgetSecrets, launchesVariable, membersScript, readStatus } from './launch-folder.ts'
import type { StopOptions } from './launcher.ts'

const signalScript = `
${launchesVariable}
${membersScript}
id=$1 folder=$launches/$1
: >"$folder/stopped"
case $3 in
server) is_here server && { read -r pid began <"$folder/server"; } && kill -s "$2" "$pid" ;;
session)
  own_members
  [ -n "$members" ] && kill -s "$2" $members
  [ "$2" = KILL ] && is_here leader && { read -r pid began <"$folder/leader"; } && kill -s KILL "$pid" ;;
esac
true`

const steps = [
  { step: 'server-terminated', signal: 'TERM', whom: 'server' },
  { step: 'session-terminated', signal: 'TERM', whom: 'session' },
  { step: 'session-killed', signal: 'KILL', whom: 'session' },
] as const

const sessionPatienceS = 8
const pollMs = 300

export async function stopSession(
  host: Host,
  launch: Launch,
  options: StopOptions,
): Promise<StopReport> {
  const before = await readStatus(host, launch.id)
  // The process is dead; docker may still run containers it left behind.
  const isOrphaned = !before.isLeaderAlive && !before.isServerAlive && !isGone(before)
  if (isOrphaned) await clear(host, launch)
  const report = await endSession(host, launch.id, options)
  // There may be nothing to clean up: the leader does so too, if it lived long enough.
  await clear(host, launch)
  await forgetSecrets(host, launch.id)
  return isOrphaned && report.step === 'already-gone'
    ? { ...report, step: 'session-killed' }
    : report
}

/** Uses the profile's variables, because one of them may set docker's address. */
async function clear(host: Host, { id, profile }: Launch): Promise<void> {
  const clearing = runtimeTrait(profile.runtime).clearing({ id }, profile.runtime)
  if (clearing === null) return
  await runProgram(host, { argv: clearing, environment: profile.environment })
}

async function endSession(
  host: Host,
  id: string,
  { patienceS, signal }: StopOptions,
): Promise<StopReport> {
  let status = await readStatus(host, id)
  if (isGone(status)) return { step: 'already-gone', leftovers: [] }
  for (const { step, signal: sent, whom } of steps) {
    await runScript(host, signalScript, { args: [id, sent, whom] })
    const patienceMs = 1000 * (whom === 'server' ? patienceS : sessionPatienceS)
    status = await untilGone(() => readStatus(host, id), patienceMs, signal)
    if (isGone(status)) return { step, leftovers: [] }
  }
  return { step: 'session-killed', leftovers: status.members }
}

export async function untilGone(
  read: () => Promise<LaunchStatus>,
  patienceMs: number,
  signal: AbortSignal | undefined,
): Promise<LaunchStatus> {
  const deadlineMs = performance.now() + patienceMs
  for (;;) {
    const status = await read()
    if (isGone(status) || performance.now() > deadlineMs) return status
    await delay(pollMs, undefined, signal === undefined ? {} : { signal })
  }
}
