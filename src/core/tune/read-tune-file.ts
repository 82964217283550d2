// A tune file as data: benchmark, limits and server as in a sweep file, the flags that may vary, and the budget.
// `contents` is the parsed YAML or JSON.
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
  type Section,
  sectionAt,
  valueAt,
} from '../sweep/file/file-place.ts'
import { parseShare } from '../sweep/limit-text.ts'
import { secondsAt } from '../sweep/file/loads.ts'
import { readSweepFile } from '../sweep/file/read-sweep-file.ts'
import { tunePresets } from './usual-suspects.ts'
import { tunedFlagsAt, type TunedValues } from './tuned-flags.ts'

export type TuneFile = Readonly<{
  /** Its plan searches for the capacity of one setting; it does not contain the flags yet. */
  sweep: SweepFile
  flags: readonly TunedValues[]
  budget: TuneBudget
  answers: Tune['answers']
  objective: TuneObjective
  /** Preset of flags that vary besides its own, and the draft model that one of them needs. */
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

/** Throws `invalid-input` at the first invalid value, with its place in the file. */
export function readTuneFile(
  contents: unknown,
  flagIndex: FlagIndex,
  given: TuneFile['preset'] = null,
): TuneFile {
  const section = sectionAt(contents, '', [...own, ...sharedKeys])
  const { flags, budget, objective, 'seconds-per-run': seconds, answers, ...others } = section
  const { preset: named, 'speculative-model': drafter = null, ...rest } = others
  const preset = given ?? valueAt(z.enum(tunePresets).nullable(), named ?? null, 'preset')
  const { limits, leastEqual } = withoutAnswers(rest['limits'])
  const sought = soughtAt(objective ?? 'request-rate')
  const swept = {
    ...rest,
    ...(limits !== undefined && { limits }),
    ...(seconds !== undefined && { load: { 'seconds-per-point': seconds } }),
    search: sought.search,
  }
  const read = readSweepFile(swept, flagIndex)
  const name = rest['name'] === undefined ? sweepNameOf(read.plan, 'tuning') : read.plan.name
  const sweep = { ...read, plan: { ...read.plan, name } }
  if (sweep.plan.limits.length === 0) throw missing('limits', 'tune.file.limits.remedy')
  if (sought.objective === 'cost' && sweep.plan.price === null) {
    throw missing('price', 'tune.file.price.remedy')
  }
  return {
    sweep,
    flags: flags === undefined && preset !== null ? [] : tunedFlagsAt(flags, 'flags', flagIndex),
    preset,
    drafter: valueAt(z.string().min(1).nullable(), drafter, 'speculative-model'),
    budget: budgetAt(budget, 'budget'),
    objective: sought.objective,
    answers: answersAt(answers, leastEqual),
  }
}

const answersLimit = /^answers\s*(?:>=|≥|>)\s*(.+)$/i

/** Separates the limit on answers, which applies to a setting instead of a load. */
function withoutAnswers(limits: unknown): { limits: unknown; leastEqual: number | null } {
  if (!Array.isArray(limits)) return { limits, leastEqual: null }
  const shares = limits.map((limit) => {
    const [, share = ''] = answersLimit.exec(typeof limit === 'string' ? limit.trim() : '') ?? []
    return parseShare(share)
  })
  const leastEqual = shares.find((share) => share !== null) ?? null
  return { limits: limits.filter((_, index) => shares[index] === null), leastEqual }
}

export const usualAnswers = { prompts: 12, tokens: 32 }

/** Compares answers unless the file has `answers: false`. */
function answersAt(value: unknown, leastEqual: number | null): Tune['answers'] {
  if (value === false && leastEqual === null) return null
  const { prompts, tokens } =
    value === undefined || value === false
      ? usualAnswers
      : { ...usualAnswers, ...sectionAt(value, 'answers', ['prompts', 'tokens']) }
  return valueAt(tuneSchema.shape.answers, { prompts, tokens, leastEqual }, 'answers')
}

type Sought = Readonly<{ objective: TuneObjective; search: Section }>

/** The objective at the highest load within the limits; a load alone means its capacity. */
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
      problem: message('tune.file.oneObjective'),
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
  if (value === undefined) throw missing(place, 'tune.file.budget.remedy')
  const section = sectionAt(value, place, ['gpu-minutes', 'runs', 'wall-clock'])
  const { shape } = tuneSchema.shape.budget
  const at = (key: string) => joined(place, key)
  const wallClock = section['wall-clock'] ?? null
  const budget = {
    gpuMinutes: valueAt(shape.gpuMinutes, section['gpu-minutes'] ?? null, at('gpu-minutes')),
    runs: valueAt(shape.runs, section['runs'] ?? null, at('runs')),
    minutes: valueAt(
      shape.minutes,
      wallClock === null ? null : secondsAt(wallClock, at('wall-clock')) / 60,
      at('wall-clock'),
    ),
  }
  if (Object.values(budget).some((limit) => limit !== null)) return budget
  throw missing(place, 'tune.file.budget.remedy')
}

type Remedy = `tune.file.${'budget' | 'limits' | 'price'}.remedy`

function missing(place: string, remedy: Remedy) {
  return problemAt({ place, problem: message('files.isMissing'), remedy: message(remedy) })
}
