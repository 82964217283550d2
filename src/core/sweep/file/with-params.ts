// Adds vLLM's parameter files to a plan. Loads among the parameters become loads of the plan, the rest an axis.
import type { SweepAxis, SweepPlan, SweepSetting } from '#core/model/sweep.ts'
import { benchmarkFlagNamed } from './parameter-values.ts'
import type { Load } from '../load-list.ts'

export type VllmParams = Readonly<{
  serve: readonly SweepSetting[] | null
  bench: readonly SweepSetting[] | null
  /** Pairs of a server flag and a benchmark flag; only settings in which both are equal are run. */
  links: readonly (readonly [serve: string, bench: string])[]
}>

export function withParams(plan: SweepPlan, { serve, bench, links }: VllmParams): SweepPlan {
  if (links.length > 0)
    return withSettings(plan, 'serve-params × bench-params', linked(serve, bench, links))
  const served =
    serve === null ? plan : { ...plan, axes: [...plan.axes, axis('serve-params', serve)] }
  return bench === null ? served : withSettings(served, 'bench-params', bench)
}

/** `max_num_seqs=max_concurrency,max_model_len=random_input_len`; null if the text is not such a list. */
export function parseLinks(text: string): VllmParams['links'] | null {
  const pairs = text.split(',').map((pair) => pair.split('=').map((word) => word.trim()))
  return pairs.every((pair) => pair.length === 2 && pair.every((word) => word !== ''))
    ? pairs.map(([serve = '', bench = '']) => [serve, bench] as const)
    : null
}

function linked(
  serve: VllmParams['serve'],
  bench: VllmParams['bench'],
  links: VllmParams['links'],
): SweepSetting[] {
  return (serve ?? []).flatMap((server) =>
    (bench ?? [])
      .filter((benchmark) => links.every((link) => isEqual(server, benchmark, link)))
      .map((benchmark) => ({ server: server.server, benchmark: benchmark.benchmark })),
  )
}

function isEqual(
  { server }: SweepSetting,
  { benchmark }: SweepSetting,
  [serveKey, benchKey]: readonly [string, string],
): boolean {
  const flag = benchmarkFlagNamed(benchKey)
  const served = server[serveKey.replaceAll('_', '-')]
  const sent = flag === undefined ? undefined : benchmark[flag.field]
  return served !== undefined && JSON.stringify(served) === JSON.stringify(sent)
}

type SettingLoad = Readonly<{ rest: SweepSetting; rate: Load; limit: number | null }>

function withSettings(plan: SweepPlan, name: string, settings: readonly SweepSetting[]): SweepPlan {
  const placed = settings.flatMap((setting) => placedIn(plan, setting))
  const rests = distinct(placed.map(({ rest }) => rest))
  const rates = distinct(placed.map(({ rate }) => rate))
  const limits = distinct(placed.map(({ limit }) => limit))
  const isVaried = rests.some(
    ({ benchmark, server }) => Object.keys({ ...benchmark, ...server }).length > 0,
  )
  const all = rests.flatMap((rest) =>
    rates.flatMap((rate) => limits.map((limit) => ({ rest, rate, limit }))),
  )
  const wanted = new Set(placed.map((one) => JSON.stringify(one)))
  const unwanted = all.filter((one) => !wanted.has(JSON.stringify(one)))
  return {
    ...plan,
    requestRates: rates,
    maxConcurrencies: limits,
    axes: isVaried ? [...plan.axes, axis(name, rests)] : plan.axes,
    excluded: [...plan.excluded, ...unwanted.map((one) => exclusion(plan, one, rests))],
  }
}

/** Runs at every load of the plan if it names none itself. */
function placedIn(plan: SweepPlan, { server, benchmark }: SweepSetting): SettingLoad[] {
  const { requestRate, maxConcurrency, ...rest } = benchmark
  const rates = requestRate === undefined ? plan.requestRates : [rateOf(requestRate)]
  const limits = maxConcurrency === undefined ? plan.maxConcurrencies : [limitOf(maxConcurrency)]
  return limits.flatMap((limit) =>
    rates.map((rate) => ({ rest: { benchmark: rest, server }, rate, limit })),
  )
}

function rateOf(value: unknown): Load {
  return value === 'inf' ? 'inf' : Number(value)
}

function limitOf(value: unknown): number | null {
  return value === null ? null : Number(value)
}

/** Completes a setting with every field that any setting has, so that it matches exactly one setting. */
function exclusion(
  plan: SweepPlan,
  { rest, rate, limit }: SettingLoad,
  rests: readonly SweepSetting[],
): SweepSetting {
  const fields = rests.flatMap(({ benchmark }) => Object.keys(benchmark))
  const usual = Object.entries(plan.config).filter(([field]) => fields.includes(field))
  return {
    benchmark: {
      ...Object.fromEntries(usual),
      ...rest.benchmark,
      requestRate: rate,
      maxConcurrency: limit,
    },
    server: rest.server,
  }
}

function axis(name: string, settings: readonly SweepSetting[]): SweepAxis {
  return { name, settings: [...settings] }
}

export function distinct<Value>(values: readonly Value[]): Value[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()]
}
