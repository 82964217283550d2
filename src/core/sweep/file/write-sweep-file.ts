// Contents of a sweep file from a plan and its servers; inverse of `readSweepFile`. Omits defaults.
import { benchmarkFlags, type BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { defaultsOf } from '#core/model/benchmark-config.ts'
import { type SweepFile, type SweepPlan, sweepPlanSchema } from '#core/model/sweep.ts'
import type { FlagIndex } from '#core/vllm/flag-index.ts'
import { limitText } from '../limit-text.ts'
import { axisContents, settingContents } from './axes.ts'
import { elsewhere, type Sections } from './benchmark-at.ts'
import type { Section } from './file-place.ts'
import { serverContents } from './file-servers.ts'
import { loadsContents, searchContents } from './loads.ts'
import { benchmarkName } from './parameter-values.ts'

/** To be written as YAML or JSON. Omits headers, because their values are usually secrets. */
export function sweepFileContents({ plan, servers }: SweepFile, flagIndex: FlagIndex): Section {
  const { shape } = sweepPlanSchema
  const usual = { repeats: shape.repeats.parse(undefined), retries: shape.retries.parse(undefined) }
  return {
    name: plan.name,
    ...(servers.length > 0 && {
      servers: servers.map((server) => serverContents(server, flagIndex)),
    }),
    benchmark: benchmarkContents(plan.config, elsewhere),
    ...loadPart(plan),
    ...listPart('axes', plan.axes, (axis) => axisContents(axis, flagIndex)),
    ...listPart('exclude', plan.excluded, (setting) => settingContents(setting, flagIndex)),
    ...listPart('omit', plan.omitted, (key) => key),
    ...(plan.repeats !== usual.repeats && { repeats: plan.repeats }),
    ...(plan.order !== 'ascending' && { order: plan.order }),
    ...listPart('limits', plan.limits, limitText),
    ...(plan.warmUpS > 0 && { 'warm-up': plan.warmUpS }),
    ...(plan.coolDownS > 0 && { 'cool-down': plan.coolDownS }),
    ...(plan.retries !== usual.retries && { retries: plan.retries }),
    ...(plan.stopsWhenSaturated && { 'stop-when-saturated': true }),
    ...(!plan.resetsCaches && { 'reset-caches': false }),
    ...(plan.price !== null && {
      price: { 'per-hour': plan.price.perHour, currency: plan.price.currency },
    }),
  }
}

/** If a search chooses the loads, the listed ones have no effect except for the duration of each. */
function loadPart(plan: SweepPlan): Section {
  const load = { load: loadsContents(plan) }
  return plan.search === null ? load : { ...load, search: searchContents(plan.search) }
}

function listPart<Item>(
  key: string,
  items: readonly Item[],
  write: (item: Item) => unknown,
): Section {
  return items.length === 0 ? {} : { [key]: items.map(write) }
}

/** Flags that differ from their defaults, except the flags of `sections`. */
export function benchmarkContents(config: BenchmarkConfig, sections: Sections): Section {
  const defaults = defaultsOf(config.compat)
  const said = benchmarkFlags.filter(
    ({ field }) =>
      sections[field] === undefined &&
      field !== 'header' &&
      JSON.stringify(config[field]) !== JSON.stringify(defaults[field]),
  )
  return Object.fromEntries(said.map(({ field }) => [benchmarkName(field), config[field]]))
}
