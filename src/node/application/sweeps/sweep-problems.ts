// What speaks against a sweep before it is started: benchmarks that are not sound, servers that cannot do it.
import type { Problem } from '#contract/views.ts'
import { statementOf } from '#core/messages/joined.ts'
import { message } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import type { BenchmarkConfig } from '#core/model/benchmark/benchmark-fields.ts'
import { statedBy } from '#core/model/issue-text.ts'
import type { Server } from '#core/model/server/server.ts'
import type { SweepPlan } from '#core/model/sweep/sweep.ts'
import { secretServerFlags } from '#core/report/presentable-plan.ts'
import { configurationsOf, type Configuration } from '#core/sweep/configurations.ts'
import { lackRemedies } from '#core/sweep/limits.ts'
import { isSearched } from '#core/sweep/moves/search-move.ts'
import { flagsFor, variedFlags } from '#core/sweep/server-start.ts'
import { pointConfig, sweepPoints } from '#core/sweep/sweep-points.ts'
import { simulatedAs } from '#node/simulator/presets/simulated-as.ts'
import { configProblems, requireNone } from '../config-problems.ts'
import type { Hosts } from '../hosts/hosts.ts'
import { withFlags } from '../servers/flag-overrides.ts'
import { loadHosts, requireVisible } from '../load-place.ts'
import { ZodError } from 'zod'

export type ComposedSweep = Readonly<{ plan: SweepPlan; servers: readonly Server[] }>

export function sweepProblems(composed: ComposedSweep, hosts: Hosts): Problem[] {
  const problems = [
    ...benchmarkProblems(composed),
    ...limitProblems(composed.plan),
    ...composed.servers.flatMap(serverProblems(composed.plan)),
    ...placeProblems(composed, hosts),
  ]
  // Points differ in little: what is wrong with one is mostly wrong with all.
  return [...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values()]
}

/** Throws `invalid-input` at the first. */
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

/** Of every point that is known before, and of the lightest where loads are searched for. */
export function benchmarksOf({ plan, servers }: ComposedSweep): BenchmarkConfig[] {
  const count = Math.max(1, servers.length)
  if (plan.search === null) {
    return sweepPoints(plan, count).map((point) => pointConfig(plan, point))
  }
  return searchedConfigurations(plan, count).map((configuration) =>
    pointConfig(plan, lightest(plan, configuration)),
  )
}

export function searchedConfigurations(plan: SweepPlan, servers: number): Configuration[] {
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

/** Load that is to come from a host that is not known, or does not see the server. */
function placeProblems(composed: ComposedSweep, hosts: Hosts): Problem[] {
  const names = new Set(soundBenchmarks(composed).flatMap(({ on }) => on ?? []))
  return [...names].flatMap((on) => {
    try {
      const senders = loadHosts(on, hosts)
      for (const server of composed.servers) {
        for (const host of senders) requireVisible(server, host)
      }
      return []
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return [{ field: 'on', message: statementOf(error) }]
    }
  })
}

/** None where they are wrong themselves, which is reported as such. */
function soundBenchmarks(composed: ComposedSweep): readonly BenchmarkConfig[] {
  try {
    return benchmarksOf(composed)
  } catch (error) {
    if (error instanceof ZodError) return []
    throw error
  }
}

function limitProblems({ limits, config }: SweepPlan): Problem[] {
  const isUnknown = limits.some(({ kind }) => kind === 'goodput') && !hasGoals(config)
  return isUnknown ? [{ field: 'limits', message: lackRemedies.goodput }] : []
}

function hasGoals({ goodput }: BenchmarkConfig): boolean {
  return Object.keys(goodput).length > 0
}

function unchangeable(name: string, flags: readonly string[]): Problem {
  return { field: 'axes', message: message('runs.flagsFixed', { name, flags: flags.join(', ') }) }
}

/** Every user of a host can read the arguments of a process. */
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
