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
    sentences(tightest(result.error.issues).map((issue) => sentence(issue, { values, ...given }))),
    { field: String(result.error.issues[0]?.path[0]), ...formOf(result.error.issues, given) },
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
  { values, written, named: flags }: Omit<ParsedArguments<string>, 'words'>,
): Message {
  const field = String(issue.path[0])
  const value = written[field]
  const named = { flag: flags[field] ?? flagName(field), problem: statedBy(issue) }
  if (issue.code === 'custom') return message('cli.flagRule', named)
  // The issue itself names an unknown key.
  if (value === undefined || issue.code === 'unrecognized_keys') {
    return message('cli.flagProblem', named)
  }
  const part = issue.code === 'invalid_key' ? String(issue.path.at(-1)) : partOf(values, issue.path)
  return part === null || part === value
    ? message('cli.flagProblemOf', { ...named, value })
    : message('cli.flagPartOf', { ...named, value, part })
}

/** Text of one item of a list, or of one value of a record; null for a whole value. */
function partOf(values: unknown, path: readonly PropertyKey[]): string | null {
  const part = path.reduce<unknown>(
    (whole, key) => (typeof whole === 'object' && whole !== null ? Reflect.get(whole, key) : null),
    values,
  )
  return path.length > 1 && (typeof part === 'string' || typeof part === 'number')
    ? String(part)
    : null
}

/** Notation of a list of numbers, or of limits, of which one part is no number. */
function formOf(
  issues: readonly z.core.$ZodIssue[],
  { named }: Pick<ParsedArguments<string>, 'named'>,
): Readonly<{ remedy?: Message }> {
  const issue = issues.find(
    (each) => each.code === 'invalid_type' && each.expected === 'number' && each.path.length === 2,
  )
  if (issue === undefined) return {}
  const [field, key] = issue.path
  const flag = named[String(field)] ?? flagName(String(field))
  return { remedy: message(typeof key === 'number' ? 'cli.listForm' : 'cli.limitsForm', { flag }) }
}
