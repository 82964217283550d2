// Parses a sweep file into a plan and servers. `contents` is the parsed YAML or JSON.
import { message } from '#core/messages/message.ts'
import {
  type SweepFile,
  type SweepLimit,
  type SweepPlan,
  sweepPlanSchema,
  sweepPriceSchema,
  type SweepSetting,
} from '#core/model/sweep.ts'
import { sweepNameOf } from '#core/model/run/run-name.ts'
import type { FlagIndex } from '#core/vllm/flag-index.ts'
import { readLimit } from '../limit-text.ts'
import { axisAt } from './axes.ts'
import { sweptConfigAt } from './benchmark-at.ts'
import { joined, listAt, problemAt, readAll, sectionAt, shown, valueAt } from './file-place.ts'
import { serversAt } from './file-servers.ts'
import { loadsAt, noLoads, searchAt, secondsAt } from './loads.ts'
import { settingAt } from './parameter-values.ts'

const { shape } = sweepPlanSchema

type PlanReader = (value: unknown, place: string, flagIndex: FlagIndex) => Partial<SweepPlan>

/** Sections of a file besides its servers, by name. */
const readers: Readonly<Record<string, PlanReader>> = {
  name: (value, place) => ({ name: valueAt(shape.name, value, place) }),
  benchmark: (value, place) => ({ config: sweptConfigAt(value, place) }),
  load: loadsAt,
  search: (value, place) => ({ search: searchAt(value, place) }),
  axes: (value, place, flagIndex) => ({
    axes: valueAt(
      shape.axes,
      each(value, place, (axis, at) => axisAt(axis, at, flagIndex)),
      place,
    ),
  }),
  exclude: (value, place, flagIndex) => ({
    excluded: each(value, place, (setting, at): SweepSetting =>
      settingAt(sectionAt(setting, at), at, flagIndex),
    ),
  }),
  omit: (value, place) => ({ omitted: valueAt(shape.omitted, value, place) }),
  repeats: (value, place) => ({ repeats: valueAt(shape.repeats, value, place) }),
  order: (value, place) => ({ order: valueAt(shape.order, value, place) }),
  limits: (value, place) => ({ limits: each(value, place, limitAt) }),
  'warm-up': (value, place) => ({
    warmUpS: valueAt(shape.warmUpS, secondsAt(value, place), place),
  }),
  'cool-down': (value, place) => ({
    coolDownS: valueAt(shape.coolDownS, secondsAt(value, place), place),
  }),
  retries: (value, place) => ({ retries: valueAt(shape.retries, value, place) }),
  'stop-when-saturated': (value, place) => ({
    stopsWhenSaturated: valueAt(shape.stopsWhenSaturated, value, place),
  }),
  'reset-caches': (value, place) => ({ resetsCaches: valueAt(shape.resetsCaches, value, place) }),
  price: (value, place) => ({ price: priceAt(value, place) }),
}

/** Throws `invalid-input` with the first problem and its place in the file; `readingOf` has all of them. */
export function readSweepFile(contents: unknown, flagIndex: FlagIndex): SweepFile {
  const { servers, ...said } = sectionAt(contents, '', ['servers', ...Object.keys(readers)])
  const parts = readAll(
    Object.entries(said).map(
      ([key, value]) =>
        () =>
          readers[key]?.(value, key, flagIndex) ?? {},
    ),
  )
  const plan = Object.assign({}, ...parts) as Partial<SweepPlan>
  if (said['load'] === undefined && said['search'] === undefined) throw loadMissing()
  const read = valueAt(
    sweepPlanSchema.omit({ name: true }),
    { config: sweptConfigAt({}, ''), ...noLoads, ...plan },
    '',
  )
  return {
    plan: { ...read, name: plan.name ?? sweepNameOf(read) },
    servers: servers === undefined ? [] : serversAt(servers, 'servers', flagIndex),
  }
}

function loadMissing() {
  return problemAt({
    place: 'load',
    message: message('files.isMissing'),
    remedy: message('files.loadMissing.remedy'),
  })
}

function each<Item>(
  value: unknown,
  place: string,
  read: (item: unknown, place: string) => Item,
): Item[] {
  return readAll(listAt(value, place).map((item, index) => () => read(item, joined(place, index))))
}

/** Throws `invalid-input` if it is not a limit. */
export function limitAt(value: unknown, place: string): SweepLimit {
  const limit = readLimit(typeof value === 'string' ? value : shown(value))
  if ('message' in limit) throw problemAt({ place, ...limit })
  return limit
}

function priceAt(value: unknown, place: string): SweepPlan['price'] {
  const section = sectionAt(value, place, ['per-hour', 'currency'])
  const { perHour, currency } = sweepPriceSchema.shape
  return {
    perHour: valueAt(perHour, section['per-hour'], joined(place, 'per-hour')),
    currency: valueAt(currency, section['currency'], joined(place, 'currency')),
  }
}
