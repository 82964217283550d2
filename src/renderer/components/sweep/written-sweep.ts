// A sweep as it stands in the composer: what was written, and the plan it reads as.
import type { Problem } from '#contract/views.ts'
import { sweepPlanSchema, type SweepPlan } from '#core/model/sweep.ts'
import { z } from 'zod'
import { readDraft } from '../bench/benchmark-draft.ts'
import { parseConcurrencyList, parseLoadList, type LoadList } from '#core/sweep/load-list.ts'

/** Quick to try, and needing no tokenizer. */
const firstWorkload = {
  promptTokenIds: 'true',
  numPrompts: '200',
  randomInputLen: '256',
  randomOutputLen: '128',
}

export const writtenSweepSchema = z.object({
  serverId: z.string().nullable().default(null),
  name: z.string().default(''),
  rates: z.string().default('1..32 x2'),
  concurrencies: z.string().default('none'),
  /** Empty sends the same number of prompts at each point. */
  secondsPerPoint: z.string().default('10'),
  workload: z.record(z.string(), z.string()).default(firstWorkload),
})

export type WrittenSweep = Readonly<z.infer<typeof writtenSweepSchema>>

export type SweepReading = Readonly<{
  rates: LoadList
  concurrencies: LoadList
  /** NaN where it is no positive number; null where each point sends a fixed number of prompts. */
  secondsPerPoint: number | null
  workloadProblems: readonly Problem[]
  /** Null while anything cannot be read. */
  plan: SweepPlan | null
}>

function readSeconds(text: string): number | null {
  if (text.trim() === '') return null
  const seconds = Number(text)
  return Number.isFinite(seconds) && seconds > 0 ? seconds : Number.NaN
}

export function readSweep(written: WrittenSweep): SweepReading {
  const rates = parseLoadList(written.rates)
  const concurrencies = parseConcurrencyList(written.concurrencies)
  const secondsPerPoint = readSeconds(written.secondsPerPoint)
  const { config, problems } = readDraft(written.workload)
  const readable =
    rates.problem === null && concurrencies.problem === null && !Number.isNaN(secondsPerPoint)
  const plan =
    config === null || !readable
      ? null
      : sweepPlanSchema.parse({
          name: written.name.trim() || `${written.rates.trim()} req/s`,
          config,
          requestRates: [...rates.values],
          maxConcurrencies: concurrencies.values.map((load) => (load === 'inf' ? null : load)),
          secondsPerPoint,
        })
  return { rates, concurrencies, secondsPerPoint, workloadProblems: problems, plan }
}
