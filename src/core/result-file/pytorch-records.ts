// Records for PyTorch's benchmark database, the other format of a result: one per statistic, each with everything except the requests.
// Merging them restores the result, including the whole command line.
import { z } from 'zod'
import { AppError } from '../model/app-error.ts'
import { benchmarkFlags, type BenchmarkFlag } from '#core/flags/benchmark-fields.ts'
import type { BenchmarkField } from '#core/flags/benchmark-fields.ts'
import { readFlagValue, takesSeveralValues } from '#core/command-line/read-flag-value.ts'

const recordSchema = z.object({
  benchmark: z.object({ extra_info: z.object({ args: z.record(z.string(), z.unknown()) }) }),
  model: z.object({ name: z.string() }),
  metric: z.object({
    name: z.string(),
    benchmark_values: z.array(z.number()).min(1),
    extra_info: z.record(z.string(), z.unknown()),
  }),
})

export const recordsSchema = z.array(recordSchema).min(1)

type PyTorchRecords = z.infer<typeof recordsSchema>

/** Keys and values of the original result, as far as the records contain them. */
export function mergedRecords(records: PyTorchRecords): Map<string, unknown> {
  const [first] = records
  return new Map<string, unknown>([
    ['backend', first?.benchmark.extra_info.args['backend']],
    ['model_id', first?.model.name],
    ...Object.entries(first?.metric.extra_info ?? {}),
    ...records.map(({ metric }) => [metric.name, metric.benchmark_values[0]] as const),
  ])
}

/** Settings from the command line's namespace; unreadable ones remain unknown. */
export function fieldsOfArguments([first]: PyTorchRecords): Partial<
  Record<BenchmarkField, unknown>
> {
  const args = new Map(Object.entries(first?.benchmark.extra_info.args ?? {}))
  const reported: Partial<Record<BenchmarkField, unknown>> = {}
  for (const flag of benchmarkFlags) {
    const value = args.get(flag.flag.slice(2).replaceAll('-', '_'))
    // Header values may be secrets of the user who measured, so they are dropped here.
    if (value === undefined || value === null || flag.field === 'header') continue
    reported[flag.field] = valueOf(flag, value)
  }
  return reported
}

/** Numbers and switches keep their type; other values are strings from the command line. */
function valueOf(flag: BenchmarkFlag, value: unknown): unknown {
  if (typeof value === 'string') return readOrUndefined(flag, [value])
  if (value === Infinity) return 'inf'
  const words = wordsSchema.safeParse(value)
  return words.success && takesSeveralValues(flag) ? readOrUndefined(flag, words.data) : value
}

const wordsSchema = z.array(z.string())

function readOrUndefined(flag: BenchmarkFlag, words: readonly string[]): unknown {
  try {
    return readFlagValue(flag, words)
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}
