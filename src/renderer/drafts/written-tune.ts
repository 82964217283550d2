// A tuning in the composer: its objective, its budget and the limit on answers, besides the varied flags.
import { message, statementOf, type Text } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import { type SweepAxis, type SweepPlan, tuneObjectives, tuneSchema } from '#core/model/sweep.ts'
import { usualAnswers } from '#core/tune/read-tune-file.ts'
import { onlyIfOf, plannedServer, tunePlan } from '#core/tune/tune-plan.ts'
import type { TunedServer } from '#core/tune/tuned-server.ts'
import type { TunedValues } from '#core/tune/tuned-flags.ts'
import type { FlagIndex } from '#core/vllm/flag-index.ts'
import { z } from 'zod'
import { writtenAxis, type WrittenAxis } from './written-axis.ts'

export const tuneNumbers = ['gpuMinutes', 'runs', 'minutes', 'answers'] as const
export type TuneNumber = (typeof tuneNumbers)[number]

export const writtenTuneSchema = z.object({
  objective: z.enum(tuneObjectives).default('capacity'),
  /** Empty means no limit, also in the next two. */
  gpuMinutes: z.string().default('60'),
  runs: z.string().default(''),
  minutes: z.string().default(''),
  /** Least percentage of tokens equal to the defaults'; empty only reports it. */
  answers: z.string().default(''),
})

export type WrittenTune = z.infer<typeof writtenTuneSchema>

export type TuneReading = Readonly<{
  atFault: readonly TuneNumber[]
  /** Further missing input; null if complete. */
  problem: Text | null
  /** Plan with the flags as axes that begin with their default; null while invalid. */
  plan: SweepPlan | null
}>

type Around = Readonly<{
  /** Searches for the capacity of one setting. */
  plan: SweepPlan | null
  /** Conditions of its axes. */
  conditions: readonly TunedValues['onlyIf'][]
  server: TunedServer | null
  flagIndex: FlagIndex
}>

export function readTune(
  written: WrittenTune,
  { plan, conditions, server, flagIndex }: Around,
): TuneReading {
  const { shape } = tuneSchema.shape.budget
  const budget = {
    gpuMinutes: shape.gpuMinutes.safeParse(numberIn(written.gpuMinutes)),
    runs: shape.runs.safeParse(numberIn(written.runs)),
    minutes: shape.minutes.safeParse(numberIn(written.minutes)),
  }
  const least = z.number().min(0).max(100).nullable().safeParse(numberIn(written.answers))
  const read = { ...budget, answers: least }
  const atFault = tuneNumbers.filter((name) => !read[name].success)
  const flags =
    plan === null ? [] : plan.axes.map((axis, index) => tunedAxis(axis, conditions[index] ?? null))
  const problem = problemOf({ plan, flags, server, written })
  if (plan === null || problem !== null || atFault.length > 0) {
    return { atFault, problem, plan: null }
  }
  const tuned = flags.filter((flag) => flag !== null)
  const file = {
    sweep: { plan },
    flags: tuned,
    budget: {
      gpuMinutes: budget.gpuMinutes.data ?? null,
      runs: budget.runs.data ?? null,
      minutes: budget.minutes.data ?? null,
    },
    objective: written.objective,
    answers: { ...usualAnswers, leastEqual: percentIn(least.data ?? null) },
  }
  try {
    return { atFault, problem, plan: tunePlan(file, plannedServer(tuned, server, flagIndex)) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { atFault, problem: statementOf(error), plan: null }
  }
}

type Written = Readonly<{
  plan: SweepPlan | null
  flags: readonly (TunedValues | null)[]
  server: TunedServer | null
  written: WrittenTune
}>

function problemOf({ plan, flags, server, written }: Written): Text | null {
  const { objective, gpuMinutes, runs, minutes } = written
  if (plan === null) return null
  if (flags.length === 0) return message('tune.compose.noFlags')
  if (flags.includes(null)) return message('tune.compose.oneFlag')
  if (plan.limits.length === 0) return message('tune.compose.noLimits')
  if (`${gpuMinutes}${runs}${minutes}`.trim() === '') return message('tune.compose.noBudget')
  if (objective === 'cost' && plan.price === null) return message('tune.compose.noPrice')
  const isSimulated = server !== null && server.simulated !== null
  return objective === 'energy' && isSimulated ? message('tune.noEnergy') : null
}

/** One flag of the server with its values; null for an axis that varies anything else. */
function tunedAxis({ settings }: SweepAxis, onlyIf: TunedValues['onlyIf']): TunedValues | null {
  const all = settings.map(({ benchmark, server }) => ({
    benchmark,
    flags: Object.entries(server),
  }))
  const [name] = all[0]?.flags[0] ?? []
  const isOne = all.every(
    ({ benchmark, flags }) =>
      Object.keys(benchmark).length === 0 && flags.length === 1 && flags[0]?.[0] === name,
  )
  if (name === undefined || !isOne) return null
  return { name, values: all.flatMap(({ flags }) => flags.map(([, value]) => value)), onlyIf }
}

export function writtenTune({ tune }: Pick<SweepPlan, 'tune'>): WrittenTune {
  if (tune === null) return writtenTuneSchema.parse({})
  const { objective, budget, answers } = tune
  const text = (value: number | null) => (value === null ? '' : String(value))
  const least = answers?.leastEqual ?? null
  return {
    objective,
    gpuMinutes: text(budget.gpuMinutes),
    runs: text(budget.runs),
    minutes: text(budget.minutes),
    answers: text(least === null ? null : Number((least * 100).toPrecision(12))),
  }
}

/** Axes without the default that a tuning puts first. */
export function composedAxes(
  { axes, tune }: Pick<SweepPlan, 'axes' | 'tune'>,
  flagIndex: FlagIndex,
): WrittenAxis[] {
  if (tune === null) return axes.map((axis) => writtenAxis(axis, flagIndex))
  return axes.map((axis, index) => {
    const values = { ...axis, settings: axis.settings.slice(1) }
    return writtenAxis(values, flagIndex, onlyIfOf(axes, tune.flags[index], tune.base))
  })
}

/** Null if empty, NaN if not a number. */
function numberIn(text: string): number | null {
  return text.trim() === '' ? null : Number(text)
}

function percentIn(percent: number | null): number | null {
  return percent === null ? null : percent / 100
}
