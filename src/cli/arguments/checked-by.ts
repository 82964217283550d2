// Validates parsed arguments with a command's schema; throws with one sentence per issue.
import type { z } from 'zod'
import { AppError } from '#core/model/app-error.ts'
import { flagName } from '#core/flags/flag.ts'
import { issueText } from '#core/model/issue-text.ts'
import type { ParsedArguments } from '#core/command-line/parse-arguments.ts'

export function checkedBy<Schema extends z.ZodType>(
  schema: Schema,
  { values, written }: ParsedArguments<string>,
): z.infer<Schema> {
  const result = schema.safeParse(values, { error: issueText })
  if (result.success) return result.data
  throw new AppError(
    'invalid-input',
    result.error.issues.map((issue) => sentence(issue, written)).join(' '),
    { field: String(result.error.issues[0]?.path[0]) },
  )
}

/** `--request-rate must be above 0, not "0".`, or `--endpoint: …` where a rule has its own message. */
function sentence(issue: z.core.$ZodIssue, written: ParsedArguments<string>['written']): string {
  const field = String(issue.path[0])
  const text = written[field]
  if (issue.code === 'custom') return `${flagName(field)}: ${issue.message}.`
  return `${flagName(field)} ${issue.message}${text === undefined ? '' : `, not "${text}"`}.`
}
