// Load points of a sweep file: lists and ranges of rates and concurrencies, or the goal of a search.
import { choice, message, type Text, remedied } from '#core/messages/message.ts'
import { type SweepPlan, sweepPlanSchema } from '#core/model/sweep.ts'
import { precisionBounds, type SweepSearch, sweepSearchSchema } from '#core/model/sweep-search.ts'
import {
  joined,
  problemAt,
  readFields,
  type Section,
  sectionAt,
  shown,
  valueAt,
} from './file-place.ts'
import { type Load, parseLoadList } from '../load-list.ts'
import { parseShare, shareText } from '../limit-text.ts'
import { benchmarkName, rangeProblem } from './parameter-values.ts'

// Times in a sweep file: a number of seconds, or a number with a unit: `90 s`, `2 min`.
const units: Readonly<Record<string, number>> = { ms: 0.001, s: 1, min: 60, h: 3600 }

export function secondsAt(value: unknown, place: string): number {
  if (typeof value === 'number' && value >= 0) return value
  const text = typeof value === 'string' ? value.trim() : ''
  const [, digits, unit = ''] = /^(\d+(?:\.\d+)?)\s*([a-z]+)$/.exec(text) ?? []
  const factor = units[unit]
  if (digits !== undefined && factor !== undefined) return Number(digits) * factor
  throw problemAt({ place, ...remedied('files.mustBeTime', { value: shown(value) }) })
}

type Loads = Pick<SweepPlan, 'requestRates' | 'maxConcurrencies' | 'secondsPerPoint'>

/** One load for all requests, which a search does not change. */
export const noLoads: Loads = {
  requestRates: ['inf'],
  maxConcurrencies: [null],
  secondsPerPoint: null,
}

const loadKeys = ['request-rate', 'max-concurrency', 'seconds-per-point'] as const

export function loadsAt(value: unknown, place: string): Loads {
  const section = sectionAt(value, place, loadKeys)
  const { shape } = sweepPlanSchema
  const part = (key: (typeof loadKeys)[number], usual: string | null) =>
    [section[key] ?? usual, joined(place, key)] as const
  const [rates, ratesPlace] = part('request-rate', 'inf')
  const [limits, limitsPlace] = part('max-concurrency', 'none')
  const [seconds, secondsPlace] = part('seconds-per-point', null)
  return readFields<Loads>({
    requestRates: () => valueAt(shape.requestRates, loadListAt(rates, ratesPlace), ratesPlace),
    maxConcurrencies: () => {
      const loads = loadListAt(limits, limitsPlace).map((load) => (load === 'inf' ? null : load))
      return valueAt(shape.maxConcurrencies, loads, limitsPlace)
    },
    secondsPerPoint: () => {
      const time = seconds === null ? null : secondsAt(seconds, secondsPlace)
      return valueAt(shape.secondsPerPoint, time, secondsPlace)
    },
  })
}

export function loadsContents({ requestRates, maxConcurrencies, secondsPerPoint }: Loads): Section {
  return {
    'request-rate': requestRates,
    'max-concurrency': maxConcurrencies.map((limit) => limit ?? 'none'),
    ...(secondsPerPoint !== null && { 'seconds-per-point': secondsPerPoint }),
  }
}

function loadListAt(value: unknown, place: string): Load[] {
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => loadListAt(item, joined(place, index)))
  }
  if (value === Infinity || value === null) return ['inf']
  if (typeof value === 'number') return [value]
  const list = typeof value === 'string' ? parseLoadList(value) : null
  if (list === null || list.problem !== null) throw rangeProblem(place, value)
  return [...list.values]
}

const searchKeys = ['find', 'over', 'from', 'up-to', 'most-runs', 'precision'] as const

/** `capacity` alone, or with the settings of the search. */
export function searchAt(value: unknown, place: string): SweepSearch {
  const section: Section =
    typeof value === 'string' ? { find: value } : sectionAt(value, place, searchKeys)
  const { find, over, from, precision, 'up-to': upTo, 'most-runs': mostRuns } = section
  const kinds = ['curve', 'capacity']
  if (!kinds.includes(String(find))) {
    throw problemAt({ place: joined(place, 'find'), message: mustBe(['capacity', 'curve'], find) })
  }
  const read = {
    kind: find,
    ...(over !== undefined && { over: searchedLoadAt(over, joined(place, 'over')) }),
    from,
    upTo,
    mostRuns,
    ...(precision !== undefined && {
      precision: precisionAt(precision, joined(place, 'precision')),
    }),
  }
  const search = valueAt(sweepSearchSchema, read, place, benchmarkName)
  if (search.upTo > search.from) return search
  const what = message('config.above', { limit: String(search.from) })
  throw problemAt({
    place: joined(place, 'up-to'),
    message: message('files.mustBeNot', { what, value: shown(search.upTo) }),
  })
}

export function searchContents(search: SweepSearch): Section {
  return {
    find: search.kind,
    over: benchmarkName(search.over),
    from: search.from,
    'up-to': search.upTo,
    'most-runs': search.mostRuns,
    ...(search.kind === 'capacity' && { precision: shareText(search.precision) }),
  }
}

const searchedNames = new Map([
  ['request-rate', 'requestRate'],
  ['max-concurrency', 'maxConcurrency'],
])

function searchedLoadAt(value: unknown, place: string): string {
  const load = searchedNames.get(String(value))
  if (load !== undefined) return load
  throw problemAt({ place, message: mustBe(['request-rate', 'max-concurrency'], value) })
}

export function shareAt(value: unknown, place: string): number {
  const share = parseShare(String(value))
  if (share !== null) return share
  throw problemAt({ place, ...remedied('files.mustBeShare', { value: shown(value) }) })
}

/** Also states the bound as a percentage: `must be at most 50 %, not "90 %"`. */
function precisionAt(value: unknown, place: string): number {
  const precision = shareAt(value, place)
  const { least, most } = precisionBounds
  if (precision >= least && precision <= most) return precision
  const what =
    precision < least
      ? message('config.atLeast', { limit: shareText(least) })
      : message('config.atMost', { limit: shareText(most) })
  throw problemAt({ place, message: message('files.mustBeNot', { what, value: shown(value) }) })
}

function mustBe(words: readonly string[], value: unknown): Text {
  const what = message('config.mustBe', { what: choice(words) })
  return message('files.mustBeNot', { what, value: shown(value) })
}
