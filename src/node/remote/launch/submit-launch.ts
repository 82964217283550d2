// Copies a launch's folder to its host and starts it.
import { randomBytes } from 'node:crypto'
import { posix } from 'node:path'
import { appError } from '#core/model/app-error.ts'
import type { LaunchProfile } from '#core/model/launch-profile.ts'
import type { Launch } from '#core/model/launch.ts'
import { launchCommand, launchText } from '#core/vllm/launch/launch-command.ts'
import { type LaunchGroup, routerName } from '#core/vllm/launch/launch-group.ts'
import { environmentFile, leaderScript } from '#core/vllm/launch/launch-scripts.ts'
import type { LaunchTarget } from '#core/vllm/launch/runtime-traits.ts'
import { groupOf } from '#core/vllm/launch/launched-group.ts'
import { numberSet } from '#core/vllm/launch/launch-plan.ts'
import { rankScript } from '#core/vllm/launch/rank-script.ts'
import { type Host, runProgram, scriptFailed, writeHostFile } from '../host.ts'
import { launchesFolder, removeLaunch } from './launch-folder.ts'
import type { LaunchOrder } from './launcher.ts'

/** Exit code of the script after which the server may still start; after any other failure nothing was started. */
const mayStartLater = 5

/**
 * All three streams are redirected, because the connection would otherwise have to stay open. Resolves once the leader has
 * written its id, so that everything started can be found even if the connection breaks.
 */
const startScript = `
cd "$1" || exit 1
[ -r /proc/self/stat ] || { echo '/proc is not mounted: a server could not be found again' >&2; exit 1; }
command -v setsid >/dev/null || { echo 'setsid is not installed' >&2; exit 1; }
setsid sh ./leader.sh </dev/null >>./server.log 2>&1 &
for attempt in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
  [ -s ./server ] && exit 0
  [ -s ./end ] && exit 0
  sleep 0.1 2>/dev/null || sleep 1
done
[ -s ./leader ] || { echo "the session did not start$(tail -n 1 ./server.log | sed 's/^/: /')" >&2; exit ${mayStartLater}; }
`

export async function submitLaunch(
  host: Host,
  order: LaunchOrder,
  start: (folder: string, launch: Launch) => Promise<void>,
): Promise<Launch> {
  const { profile, port, takenPorts, facts, secrets, flagIndex } = order
  requireSecrets(profile, secrets)
  const id = newId(profile.name)
  const folder = `${await launchesFolder(host)}/${id}`
  const target = { id, port, takenPorts, facts }
  const group = groupOf(profile, target)
  const command = launchCommand(profile, target, flagIndex)
  const launch: Launch = {
    id,
    createdAtEpochMs: Date.now(),
    profile,
    port,
    command: launchText(profile, target, flagIndex),
    ...(group && {
      instances: group.instances.map(({ name, pool, port: own }) => ({ name, pool, port: own })),
    }),
  }
  const write = (name: string, contents: string, mode: '600' | '700') =>
    writeHostFile(host, { path: `${folder}/${name}`, contents, mode })
  try {
    await writeAll()
  } catch (error) {
    // Reconnects if needed, because the secrets must not remain on the host.
    await removeLaunch(host, id).catch(() => undefined)
    throw error
  }
  await start(folder, launch)
  return launch

  async function writeAll(): Promise<void> {
    await write('environment', environmentFile(command, secrets), '600')
    const { job } = profile
    const masterPort = numberSet(profile, 'master-port')
    const place = job && { job, port, isPortFixed: profile.port !== null, masterPort }
    await write('leader.sh', group?.leader() ?? leaderScript(command, place), '700')
    for (const [name, script] of group === null ? [] : partsOf(order, group, target))
      await write(`${name}.sh`, script, '700')
    if (job !== null && job.nodes > 1) await write('rank.sh', rankScript(command.argv, job), '700')
    await write('launch.json', JSON.stringify(launch), '600')
  }
}

/** Scripts of the programs that the leader of a group starts, by name. */
function partsOf({ flagIndex }: LaunchOrder, group: LaunchGroup, target: LaunchTarget) {
  const servers = group.instances.map(({ name, port, profile }) => {
    const own = launchCommand(profile, { ...target, port }, flagIndex)
    return [name, group.part(own.argv, environmentFile(own, {}))] as const
  })
  return [...servers, [routerName, group.part(group.routerWords(), '')] as const]
}

/** Removes the folder with the secrets if nothing was started. */
export async function startSession(host: Host, folder: string): Promise<void> {
  const argv = ['sh', '-c', startScript, 'kneepoint', folder]
  const { code, stderr } = await runProgram(host, { argv })
  if (code === 0) return
  const isOver = code !== null && code !== mayStartLater
  if (isOver) await removeLaunch(host, posix.basename(folder)).catch(() => undefined)
  throw scriptFailed(host, { code, stderr })
}

/** Short enough to type, and descriptive: `qwen3-8b-3f9a`. */
function newId(name: string): string {
  const word = name.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  return `${word.replace(/^-|-$/g, '').slice(0, 32) || 'server'}-${randomBytes(3).toString('hex')}`
}

function requireSecrets(
  { secretNames }: LaunchProfile,
  secrets: Readonly<Record<string, string>>,
): void {
  const missing = secretNames.filter((name) => secrets[name] === undefined)
  if (missing.length === 0) return
  throw appError(
    'invalid-input',
    'launch.valuesNeeded',
    { names: missing.join(', ') },
    { field: missing[0] ?? 'secrets' },
  )
}
