// Whether the hosts that are to send a sweep's load can do it, asked before anything is started: each is connected, looked
// at, and lets us knock at the servers from there.
import type { HostCheck } from '#contract/sweep-api.ts'
import type { Problem } from '#contract/views.ts'
import { statementOf } from '#core/messages/joined.ts'
import { AppError } from '#core/model/app-error.ts'
import type { SweepPlan } from '#core/model/sweep/sweep.ts'
import { loadHostNames } from '#core/model/host/load-hosts.ts'
import { knock } from '#node/remote/load/knock.ts'
import { checkRemoteLoad } from '#node/remote/load/prepare-remote-load.ts'
import type { ExperimentTools } from '../benchmarks.ts'
import { loadHost } from '../load-place.ts'
import { benchmarksOf } from './sweep-problems.ts'

type Asked = Readonly<{ serverIds: readonly string[]; plan: SweepPlan }>

/** One for each host; none where this computer sends all of it. */
export function checkHosts(
  { plan, serverIds }: Asked,
  { servers }: Pick<ExperimentTools, 'servers'>,
): Promise<HostCheck[]> {
  const configs = benchmarksOf({ plan, servers: serverIds.map((id) => servers.server(id)) })
  const names = new Set(configs.flatMap(({ on }) => loadHostNames(on)))
  return Promise.all([...names].map((on) => checkHost({ on, serverIds }, servers)))
}

/** Throws at the first that cannot. */
export async function requireHosts(
  asked: Asked,
  tools: Pick<ExperimentTools, 'servers'>,
): Promise<void> {
  for (const { problem } of await checkHosts(asked, tools)) {
    if (problem === null) continue
    throw new AppError('invalid-input', problem.message, { field: 'on' })
  }
}

async function checkHost(
  { on, serverIds }: Readonly<{ on: string; serverIds: readonly string[] }>,
  servers: ExperimentTools['servers'],
): Promise<HostCheck> {
  try {
    const { id, name } = loadHost(on, servers.hosts)
    await servers.hosts.connect(id)
    const machine = servers.hosts.machine(id)
    const { nodeBytes } = await checkRemoteLoad(machine)
    for (const serverId of serverIds) {
      if (servers.baseUrl(serverId) === null) continue
      const { baseUrl } = servers.requireReady(serverId).loadPlace({ on, allowClockSkew: false })
      await knock(machine, new URL(baseUrl))
    }
    return { hostName: name, problem: null, nodeBytes }
  } catch (error) {
    return { hostName: on, problem: problemOf(error), nodeBytes: null }
  }
}

function problemOf(error: unknown): Problem {
  return { field: 'on', message: statementOf(error) }
}
