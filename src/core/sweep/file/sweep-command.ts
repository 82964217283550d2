// Equivalent `vllm bench sweep serve` command of a plan, with its files and its unsupported parts.
import { benchmarkFlags, type BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { flagArguments } from '#core/flags/flag.ts'
import type { SweepPlan, SweepSetting } from '#core/model/sweep.ts'
import { equivalentCommand } from '#core/command-line/equivalent-command.ts'
import { shellArgument } from '#core/command-line/launch-functions.ts'
import { chosenSetting } from '../configurations.ts'
import { withoutPowerCap } from '#core/vllm/launch/power-cap.ts'
import { powerCapName, vllmFlags } from '#core/vllm/flag-index.ts'
import { variedFlags } from '../server-start.ts'
import { pointConfig, sweepPoints } from '../sweep-points.ts'
import { distinct } from './with-params.ts'

/** Features that vLLM's sweep lacks or handles differently. */
export const commandGaps = [
  /** vLLM's sweep starts the server itself, and the command is unknown here. */
  'server-command',
  /** vLLM's sweep combines every server setting with every benchmark setting. */
  'all-combinations',
  /** Values with several arguments. */
  'several-words',
  /** A setting of the GPUs, for which vLLM has no flag. */
  'power-cap',
  'search',
  'limits',
  'warm-up',
  'cool-down',
  'retries',
  'saturation',
  'order',
  /** Repeats reuse the prompts of the first run. */
  'same-prompts',
] as const

type CommandGap = (typeof commandGaps)[number]

type ServerToSweep = Readonly<{
  /** Command that starts it; null if unknown here. */
  command: string | null
}>

type SweepCommand = Readonly<{
  /** One per server. */
  commands: readonly string[]
  files: readonly Readonly<{ name: string; text: string }>[]
  gaps: readonly CommandGap[]
}>

type Params = Readonly<Record<string, unknown>>

export function equivalentSweepCommand(
  plan: SweepPlan,
  servers: readonly ServerToSweep[],
): SweepCommand {
  const cells = cellParams(plan)
  const serve = distinct(cells.map((cell) => cell.serve))
  const bench = distinct(cells.map((cell) => cell.bench))
  const files = [
    ...(serve.some(isNotEmpty) ? [paramsFile('serve-params.json', serve)] : []),
    ...(bench.some(isNotEmpty) ? [paramsFile('bench-params.json', bench)] : []),
  ]
  const isWhole = cells.length === serve.length * bench.length
  return {
    commands: servers.map((server) => commandText(plan, server, files)),
    files,
    gaps: commandGaps.filter((gap) => gapFound[gap]({ plan, servers, isWhole })),
  }
}

type Seen = Readonly<{ plan: SweepPlan; servers: readonly ServerToSweep[]; isWhole: boolean }>

const gapFound: Readonly<Record<CommandGap, (seen: Seen) => boolean>> = {
  'server-command': ({ servers }) => servers.some(({ command }) => command === null),
  'all-combinations': ({ isWhole }) => !isWhole,
  'several-words': ({ plan }) => cellParams(plan).some(({ isPlain }) => !isPlain),
  'power-cap': ({ plan }) => variedFlags(plan).includes(powerCapName),
  search: ({ plan }) => plan.search !== null,
  limits: ({ plan }) => plan.limits.length > 0,
  'warm-up': ({ plan }) => plan.warmUpS > 0,
  'cool-down': ({ plan }) => plan.coolDownS > 0,
  retries: ({ plan }) => plan.retries > 0,
  saturation: ({ plan }) => plan.stopsWhenSaturated,
  order: ({ plan }) => plan.order === 'shuffled',
  'same-prompts': ({ plan }) => plan.repeats > 1,
}

function commandText(
  plan: SweepPlan,
  { command }: ServerToSweep,
  files: SweepCommand['files'],
): string {
  const [, variable = '', bench = ''] =
    /^([A-Z_]+=\S+ )?([^]*)$/.exec(equivalentCommand(baseConfig(plan))) ?? []
  const lines = [
    `${variable}vllm bench sweep serve`,
    `--serve-cmd ${shellArgument(command === null ? 'vllm serve MODEL' : withoutPowerCap(command))}`,
    `--bench-cmd ${shellArgument(bench)}`,
    ...files.map(({ name }) => `--${name.replace('.json', '')} ${name}`),
    `--num-runs ${plan.repeats}`,
    ...(plan.resetsCaches ? [] : ['--after-bench-cmd true']),
  ]
  return lines.join(' \\\n  ')
}

/** Settings shared by all points. */
function baseConfig({ config }: SweepPlan): BenchmarkConfig {
  return { ...config, requestRate: 'inf', maxConcurrency: null }
}

type CellParams = Readonly<{ serve: Params; bench: Params; isPlain: boolean }>

/** Differences from the base, for one server and one repeat. */
function cellParams(plan: SweepPlan): CellParams[] {
  const base = baseConfig(plan)
  const once: SweepPlan = { ...plan, repeats: 1, order: 'ascending' }
  return sweepPoints(once).map((point) => {
    const config = pointConfig(once, point)
    const changed = benchmarkFlags.filter(
      ({ field, knownTo }) =>
        knownTo !== 'kneepoint' && config[field] !== null && !isSame(config[field], base[field]),
    )
    const entries = changed.map(
      (flag) =>
        [
          underscored(flag.flag),
          flagArguments(flag, config[flag.field]),
          config[flag.field],
        ] as const,
    )
    return {
      serve: underscoredKeys(chosenSetting(plan, point.settings).server),
      bench: Object.fromEntries(
        entries.map(([name, args, value]) => [name, plainValue(value, args)]),
      ),
      isPlain: entries.every(([, args]) => args.length <= 1),
    }
  })
}

/** JSON value as a user would write it, which vLLM appends to the flag. */
function plainValue(value: unknown, args: readonly string[]): unknown {
  return typeof value === 'number' || typeof value === 'boolean' ? value : args.join(' ')
}

function underscored(flag: string): string {
  return flag.replace(/^--/, '').replaceAll('-', '_')
}

function underscoredKeys(server: SweepSetting['server']): Params {
  return Object.fromEntries(vllmFlags(server).map(([name, value]) => [underscored(name), value]))
}

function paramsFile(name: string, params: readonly Params[]): { name: string; text: string } {
  return { name, text: `${JSON.stringify(params, null, 2)}\n` }
}

function isNotEmpty(params: Params): boolean {
  return Object.keys(params).length > 0
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
