// Checks a benchmark as a whole before anything is started or stored.
import { AppError } from '#core/model/app-error.ts'
import { benchmarkConfigSchema } from '#core/model/benchmark/benchmark-config.ts'
import type { BenchmarkConfig } from '#core/model/benchmark/benchmark-fields.ts'
import { issueText } from '#core/model/issue-text.ts'
import { hiddenFields, secretNotKept } from '#core/report/presentable.ts'
import type { Problem } from '#contract/views.ts'

export function configProblems(config: BenchmarkConfig): Problem[] {
  const parsed = benchmarkConfigSchema.safeParse(config, { error: issueText })
  if (parsed.success)
    return hiddenFields(config).map((field) => ({ field, message: secretNotKept }))
  return parsed.error.issues.map(({ path: [field], message }) => ({
    field: typeof field === 'string' ? field : null,
    message,
  }))
}

/** Throws `invalid-input` at the first problem. */
export function requireSoundConfig(config: BenchmarkConfig): void {
  const [problem] = configProblems(config)
  if (problem === undefined) return
  const { field, message } = problem
  throw new AppError('invalid-input', field === null ? message : `${field} ${message}`, {
    ...(field !== null && { field }),
  })
}
