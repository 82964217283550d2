// Checks a benchmark as a whole before anything is started or stored.
import { message } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import { benchmarkConfigSchema } from '#core/model/benchmark/benchmark-config.ts'
import type { BenchmarkConfig } from '#core/model/benchmark/benchmark-fields.ts'
import { issueText, statedBy } from '#core/model/issue-text.ts'
import { hiddenFields } from '#core/report/presentable.ts'
import type { Problem } from '#contract/views.ts'

export function configProblems(config: BenchmarkConfig): Problem[] {
  const parsed = benchmarkConfigSchema.safeParse(config, { error: issueText })
  if (parsed.success)
    return hiddenFields(config).map((field) => ({
      field,
      message: message('config.secretNotKept'),
    }))
  return parsed.error.issues.map((issue) => ({
    field: typeof issue.path[0] === 'string' ? issue.path[0] : null,
    message: statedBy(issue),
  }))
}

/** Throws `invalid-input` at the first problem. */
export function requireNone([problem]: readonly Problem[]): void {
  if (problem === undefined) return
  const { field, message: text } = problem
  throw new AppError(
    'invalid-input',
    field === null ? text : message('common.of', { name: field, text }),
    {
      ...(field !== null && { field }),
    },
  )
}

export function requireSoundConfig(config: BenchmarkConfig): void {
  requireNone(configProblems(config))
}
