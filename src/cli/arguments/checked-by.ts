// Validates parsed arguments with a command's schema; throws an error with one sentence per issue.
import type { z } from 'zod'
import { AppError, issueText, statedBy } from '#core/model/app-error.ts'
import { flagName } from '#core/flags/flag.ts'
import { message, type Message, sentences } from '#core/messages/message.ts'
import type { ParsedArguments } from '#core/command-line/parse-arguments.ts'

export function checkedBy<Schema extends z.ZodType>(
  schema: Schema,
  { values, ...given }: ParsedArguments<string>,
): z.infer<Schema> {
  const result = schema.safeParse(values, { error: issueText })
  if (result.success) return result.data
  throw new AppError(
    'invalid-input',
    sentences(tightest(result.error.issues).map((issue) => sentence(issue, given))),
    { field: String(result.error.issues[0]?.path[0]) },
  )
}

/** A number too large to be exact also exceeds the flag's own limit, which is reported last. */
function tightest(issues: readonly z.core.$ZodIssue[]): readonly z.core.$ZodIssue[] {
  return issues.filter(
    ({ code, path }, at) =>
      code !== 'too_big' ||
      !issues.slice(at + 1).some((other) => other.code === code && other.path[0] === path[0]),
  )
}

/** `--request-rate must be above 0, not "0".`, or `--endpoint: …` if a rule has its own message. */
function sentence(
  issue: z.core.$ZodIssue,
  { written, named: flags }: Pick<ParsedArguments<string>, 'written' | 'named'>,
): Message {
  const field = String(issue.path[0])
  const value = written[field]
  const named = { flag: flags[field] ?? flagName(field), problem: statedBy(issue) }
  if (issue.code === 'custom') return message('cli.flagRule', named)
  // The issue itself names an unknown key.
  return value === undefined || issue.code === 'unrecognized_keys'
    ? message('cli.flagProblem', named)
    : message('cli.flagProblemOf', { ...named, value })
}
