// Problems of a sweep before it starts: invalid benchmarks, servers that cannot run it.
import { ZodError } from 'zod'
import type { Problem } from '#contract/views.ts'
import { message, statementOf } from '#core/messages/message.ts'
import { figureTraits } from '#core/metrics/figures.ts'
import { AppError, statedBy } from '#core/model/app-error.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import type { Server } from '#core/model/server.ts'
import type { SweepPlan } from '#core/model/sweep.ts'
import { secretServerFlags } from '#core/report/presentable-plan.ts'
import { type Configuration, configurationsOf } from '#core/sweep/configurations.ts'
import { lackRemedy } from '#core/sweep/limits.ts'
import { isSearched, tunings } from '#core/sweep/next-move.ts'
import { flagsFor, variedFlags } from '#core/sweep/server-start.ts'
import { pointConfig, sweepPoints } from '#core/sweep/sweep-points.ts'
import { simulatedAs } from '#node/simulator/presets/simulated-as.ts'
import type { HostCheck } from '#contract/sweep-api.ts'
import { featureSender, isSentByJob, loadHostNames, senderName } from '#core/flags/load-senders.ts'
import { loadSender, senderKind } from '#node/remote/load/load-sender.ts'
import type { SenderSettings } from '#node/remote/load/sender-kind.ts'
import { knock } from '#node/remote/load/knock.ts'
import { checkRemoteLoad } from '#node/remote/load/prepare-remote-load.ts'
import { configProblems, type ExperimentTools, requireNone } from '../benchmarks.ts'
import type { Hosts } from '../servers/hosts.ts'
import { withFlags } from '../servers/flag-overrides.ts'
import { loadHost, requireVisible } from '../load-place.ts'

export type ComposedSweep = Readonly<{ plan: SweepPlan; servers: readonly Server[] }>

export function sweepProblems(composed: ComposedSweep, hosts: Hosts): Problem[] {
  const problems = [
    ...benchmarkProblems(composed),
    ...limitProblems(composed.plan),
    ...tuneProblems(composed),
    ...composed.servers.flatMap(serverProblems(composed.plan)),
    ...placeProblems(composed, hosts),
  ]
  // Points differ little, so most problems affect all of them.
  return [...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values()]
}

/** Throws `invalid-input` at the first problem. */
export function requireSoundSweep(composed: ComposedSweep, hosts: Hosts): void {
  requireNone(sweepProblems(composed, hosts))
}

function benchmarkProblems(composed: ComposedSweep): Problem[] {
  try {
    return benchmarksOf(composed).flatMap(configProblems)
  } catch (error) {
    if (error instanceof ZodError) return error.issues.map(settingProblem)
    throw error
  }
}

/** Benchmarks of all points known in advance, and of the lightest load of each search. */
export function benchmarksOf({ plan, servers }: ComposedSweep): BenchmarkConfig[] {
  const count = Math.max(1, servers.length)
  if (plan.search === null) {
    return sweepPoints(plan, count).map((point) => pointConfig(plan, point))
  }
  return searchedConfigurations(plan, count).map((configuration) =>
    pointConfig(plan, lightest(plan, configuration)),
  )
}

/** Configurations with a search; only a tuning's defaults, because it chooses the others itself and learns from failures. */
export function searchedConfigurations(plan: SweepPlan, servers: number): Configuration[] {
  if (plan.tune !== null) return [{ server: 0, settings: plan.axes.map(() => 0) }]
  return configurationsOf(plan, servers).filter((configuration) => isSearched(plan, configuration))
}

function lightest({ search, config }: SweepPlan, { settings }: Configuration) {
  const load = search?.from ?? 1
  return search?.over === 'maxConcurrency'
    ? { settings, seedOffset: 0, requestRate: 'inf' as const, maxConcurrency: Math.ceil(load) }
    : { settings, seedOffset: 0, requestRate: load, maxConcurrency: config.maxConcurrency }
}

function settingProblem(issue: ZodError['issues'][number]): Problem {
  const [field] = issue.path
  return { field: typeof field === 'string' ? field : null, message: statedBy(issue) }
}

function serverProblems(plan: SweepPlan): (server: Server) => Problem[] {
  return (server) => {
    const flags = variedFlags(plan)
    if (flags.length === 0) return []
    const secret = flags.find((flag) => secretServerFlags.includes(flag))
    if (secret !== undefined) return [unspeakable(secret)]
    if (server.spec.kind === 'attached') return [unchangeable(server.name, flags)]
    return server.spec.kind === 'simulator' ? simulatorProblems(plan, server.spec) : []
  }
}

/** Problems with hosts that are unknown or cannot reach the server. */
function placeProblems(composed: ComposedSweep, hosts: Hosts): Problem[] {
  const names = new Set(soundBenchmarks(composed).flatMap(({ on }) => on ?? []))
  return [...names].flatMap((on) => {
    try {
      for (const server of composed.servers) requireVisible(server, on, hosts)
      return []
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return [{ field: 'on', message: statementOf(error) }]
    }
  })
}

/** Empty if the benchmarks themselves are invalid, which is reported separately. */
function soundBenchmarks(composed: ComposedSweep): readonly BenchmarkConfig[] {
  try {
    return benchmarksOf(composed)
  } catch (error) {
    if (error instanceof ZodError) return []
    throw error
  }
}

function limitProblems({ limits, config, price }: SweepPlan): Problem[] {
  const needGoals = limits.some(({ name }) => figureTraits[name].needsGoals)
  const isUnknown = needGoals && !hasGoals(config)
  const needPrice = limits.some(({ name }) => figureTraits[name].lack === 'price')
  const isUnpriced = needPrice && price === null && config.pricePerHour === null
  return [
    ...(isUnknown ? [{ field: 'limits', message: lackRemedy('goodput') }] : []),
    ...(isUnpriced ? [{ field: 'limits', message: lackRemedy('price') }] : []),
  ]
}

function tuneProblems({ plan, servers }: ComposedSweep): Problem[] {
  const refusal = plan.tune === null ? undefined : tunings?.refusal(servers.length)
  return refusal ? [{ field: null, message: refusal }] : []
}

function hasGoals({ goodput }: BenchmarkConfig): boolean {
  return Object.keys(goodput).length > 0
}

function unchangeable(name: string, flags: readonly string[]): Problem {
  return { field: 'axes', message: message('runs.flagsFixed', { name, flags: flags.join(', ') }) }
}

/** Rejects such a flag, because every user of a host can read a process's arguments. */
function unspeakable(flag: string): Problem {
  return { field: 'axes', message: message('runs.secretFlag', { flag }) }
}

function simulatorProblems(
  plan: SweepPlan,
  spec: Extract<Server['spec'], { kind: 'simulator' }>,
): Problem[] {
  return searchedConfigurations(plan, 1).flatMap((configuration) => {
    try {
      simulatedAs({ ...spec, flags: withFlags(spec.flags ?? {}, flagsFor(plan, configuration)) })
      return []
    } catch (error) {
      return [{ field: 'axes', message: statementOf(error) }]
    }
  })
}

export type NewSweep = Readonly<{ serverIds: readonly string[]; plan: SweepPlan }>

/**
 * Checks that the hosts of a sweep can send its load, before anything starts: connects to each, reads its facts, and reaches
 * the servers from there. One result per host; none if this computer sends all load.
 */
export function checkHosts(
  { plan, serverIds }: NewSweep,
  { servers }: Pick<ExperimentTools, 'servers'>,
): Promise<HostCheck[]> {
  const configs = benchmarksOf({ plan, servers: serverIds.map((id) => servers.server(id)) })
  const byName = new Map(
    configs.flatMap((config) => loadHostNames(config.on).map((name) => [name, config] as const)),
  )
  const allocated = new Map(
    configs.flatMap((config) =>
      featureSender(config.on)?.serverHere ? [[config.on, config] as const] : [],
    ),
  )
  return Promise.all([
    ...[...byName].map(([name, sender]) => checkHost({ name, sender, serverIds }, servers)),
    ...[...allocated.values()].map(checkAllocation),
  ])
}

/** Throws at the first host that cannot. */
export async function requireHosts(
  asked: NewSweep,
  tools: Pick<ExperimentTools, 'servers'>,
): Promise<void> {
  for (const { problem } of await checkHosts(asked, tools)) {
    if (problem === null) continue
    throw new AppError('invalid-input', problem.message, { field: 'on' })
  }
}

type CheckOptions = Readonly<{ name: string; sender: SenderSettings; serverIds: readonly string[] }>

/** The nodes of a job are unknown before it runs; each node then checks the server itself. */
async function checkHost(
  { name, sender, serverIds }: CheckOptions,
  servers: ExperimentTools['servers'],
): Promise<HostCheck> {
  try {
    const { id, name: hostName } = loadHost(name, servers.hosts)
    await servers.hosts.connect(id)
    const machine = servers.hosts.machine(id)
    const { nodeBytes } = await checkRemoteLoad(machine)
    const isJob = isSentByJob(sender.on)
    await senderKind(sender.on)?.requireOffered?.(machine)
    for (const serverId of serverIds) {
      if (servers.baseUrl(serverId) === null) continue
      const { baseUrl } = servers.requireReady(serverId).loadPlace(sender)
      if (!isJob) await knock(machine, new URL(baseUrl))
    }
    return { hostName, problem: null, nodeBytes }
  } catch (error) {
    return { hostName: name, problem: problemOf(error), nodeBytes: null }
  }
}

/** Checks that the user may request the machines; capacity is known only once they are requested. */
async function checkAllocation(sender: SenderSettings): Promise<HostCheck> {
  const checked = { hostName: senderName(sender.on), nodeBytes: null }
  try {
    const { prepareHost } = await loadSender([], sender)
    await prepareHost(() => undefined, new AbortController().signal)
    return { ...checked, problem: null }
  } catch (error) {
    return { ...checked, problem: problemOf(error) }
  }
}

function problemOf(error: unknown): Problem {
  return { field: 'on', message: statementOf(error) }
}
