// Parses a tune file: benchmark, limits and server as in a sweep file, the flags that may vary, and the budget. `contents` is the
// parsed YAML or JSON.
import { z } from 'zod'
import { message } from '#core/messages/message.ts'
import { sweepNameOf } from '#core/model/run/run-name.ts'
import {
  type SweepFile,
  type Tune,
  type TuneBudget,
  type TuneObjective,
  tuneObjectives,
  tuneSchema,
} from '#core/model/sweep.ts'
import type { FlagIndex } from '#core/vllm/flag-index.ts'
import {
  isSection,
  joined,
  problemAt,
  readAll,
  readFields,
  type Section,
  sectionAt,
  valueAt,
} from '#core/sweep/file/file-place.ts'
import { secondsAt, shareAt } from '#core/sweep/file/loads.ts'
import { readSweepFile } from '#core/sweep/file/read-sweep-file.ts'
import { tunePresets } from './usual-suspects.ts'
import { tunedFlagsAt, type TunedValues } from './tuned-flags.ts'

export type TuneFile = Readonly<{
  /** Its plan searches for the capacity of one setting; it does not include the flags yet. */
  sweep: SweepFile
  flags: readonly TunedValues[]
  budget: TuneBudget
  answers: Tune['answers']
  objective: TuneObjective
  /** Preset of flags that vary in addition to the file's, and the draft model that one of them needs. */
  preset: (typeof tunePresets)[number] | null
  drafter: string | null
}>

const own = [
  'flags',
  'budget',
  'objective',
  'seconds-per-run',
  'answers',
  'preset',
  'speculative-model',
]
/** Keys with the same meaning as in a sweep file. */
export const sharedKeys = [
  ...['name', 'servers', 'benchmark', 'limits', 'exclude', 'warm-up', 'cool-down', 'retries'],
  ...['reset-caches', 'price'],
]

/** Detects a tune file by keys that a sweep file lacks. */
export function isTuneFile(contents: unknown): boolean {
  return isSection(contents) && own.some((key) => key in contents)
}

/** Throws `invalid-input` with the first problem and its place in the file; `readingOf` has all of them. */
export function readTuneFile(
  contents: unknown,
  flagIndex: FlagIndex,
  given: TuneFile['preset'] = null,
): TuneFile {
  const section = sectionAt(contents, '', [...own, ...sharedKeys])
  const { flags, budget, objective, 'seconds-per-run': seconds, answers, ...others } = section
  const { preset: named, 'speculative-model': drafter = null, ...rest } = others
  const preset = given ?? valueAt(z.enum(tunePresets).nullable(), named ?? null, 'preset')
  const { limits, least } = withoutAnswers(rest['limits'])
  const sought = soughtAt(objective ?? 'request-rate')
  const swept = {
    ...rest,
    ...(limits !== undefined && { limits }),
    ...(seconds !== undefined && { load: { 'seconds-per-point': seconds } }),
    search: sought.search,
  }
  const sweep = () => {
    const { plan, servers } = readSweepFile(swept, flagIndex)
    const isUnpriced = sought.objective === 'cost' && plan.price === null
    const lacking = [
      ...(plan.limits.length === 0 ? (['limits'] as const) : []),
      ...(isUnpriced ? (['price'] as const) : []),
    ]
    readAll(lacking.map((place) => () => missing(place)))
    const name = rest['name'] === undefined ? sweepNameOf(plan, 'tuning') : plan.name
    return { plan: { ...plan, name }, servers }
  }
  const hasFlags = flags !== undefined || preset === null
  return readFields<TuneFile>({
    sweep,
    flags: () => (hasFlags ? tunedFlagsAt(flags, 'flags', flagIndex) : []),
    preset: () => preset,
    drafter: () => valueAt(z.string().min(1).nullable(), drafter, 'speculative-model'),
    budget: () => budgetAt(budget, 'budget'),
    objective: () => sought.objective,
    answers: () => answersAt(answers, least),
  })
}

const answersLimit = /^answers\s*(?:>=|≥|>)\s*(.+)$/i

type Written = Readonly<{ value: string; place: string }>

/** Separates the limit on answers, which applies to a setting instead of a load. */
function withoutAnswers(limits: unknown): { limits: unknown; least: Written | null } {
  if (!Array.isArray(limits)) return { limits, least: null }
  const shares = limits.map((limit) =>
    typeof limit === 'string' ? answersLimit.exec(limit.trim())?.[1] : undefined,
  )
  const index = shares.findIndex((share) => share !== undefined)
  const value = shares[index]
  return {
    limits: limits.filter((_, position) => shares[position] === undefined),
    least: value === undefined ? null : { value, place: joined('limits', index) },
  }
}

export const usualAnswers = { prompts: 12, tokens: 32 }

/** Compares answers unless the file has `answers: false`. */
function answersAt(value: unknown, least: Written | null): Tune['answers'] {
  const leastEqual = least === null ? null : shareAt(least.value, least.place)
  if (value === false && leastEqual === null) return null
  const { prompts, tokens } =
    value === undefined || value === false
      ? usualAnswers
      : { ...usualAnswers, ...sectionAt(value, 'answers', ['prompts', 'tokens']) }
  return valueAt(tuneSchema.shape.answers, { prompts, tokens, leastEqual }, 'answers')
}

type Sought = Readonly<{ objective: TuneObjective; search: Section }>

/** Objective at the highest load within the limits; a load alone means its capacity. */
function soughtAt(value: unknown): Sought {
  const named = tuneObjectives.find((name) => name === value)
  if (named !== undefined) return soughtAt({ [named]: 'request-rate' })
  if (typeof value === 'string') return soughtAt({ capacity: value })
  const section = sectionAt(value, 'objective', [...tuneObjectives, 'from', 'up-to'])
  const objective = tuneObjectives.find((name) => section[name] !== undefined) ?? 'capacity'
  const { [objective]: over = 'request-rate', ...range } = section
  const { from, 'up-to': upTo, ...others } = range
  const [second] = Object.keys(others)
  if (second !== undefined) {
    throw problemAt({
      place: joined('objective', second),
      message: message('tune.file.oneObjective'),
    })
  }
  return {
    objective,
    search: {
      ...{ find: 'capacity', over },
      ...(from !== undefined && { from }),
      ...(upTo !== undefined && { 'up-to': upTo }),
    },
  }
}

function budgetAt(value: unknown, place: string): TuneBudget {
  const section = sectionAt(value ?? {}, place, ['gpu-minutes', 'runs', 'wall-clock'])
  const { shape } = tuneSchema.shape.budget
  const at = (key: string) => joined(place, key)
  const part = (key: string) => section[key] ?? null
  const budget = readFields<TuneBudget>({
    gpuMinutes: () => valueAt(shape.gpuMinutes, part('gpu-minutes'), at('gpu-minutes')),
    runs: () => valueAt(shape.runs, part('runs'), at('runs')),
    minutes: () => {
      const time = part('wall-clock')
      const minutes = time === null ? null : secondsAt(time, at('wall-clock')) / 60
      return valueAt(shape.minutes, minutes, at('wall-clock'))
    },
  })
  return Object.values(budget).some((limit) => limit !== null) ? budget : missing('budget')
}

function missing(place: 'budget' | 'limits' | 'price'): never {
  const remedy = message(`tune.file.${place}.remedy`)
  throw problemAt({ place, message: message('files.isMissing'), remedy })
}
