// What is wrong with a value, in words that follow its name: "must be above 0". Given to zod as its error map.
import type { z } from 'zod'

const kinds: Readonly<Record<string, string>> = {
  number: 'a number',
  int: 'a whole number',
  string: 'text',
  boolean: 'on or off',
  object: 'an object',
  record: 'an object',
}

/** `schema.safeParse(input, { error: issueText })`; messages a schema has of its own stay. */
export function issueText(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'is missing'
        : `must be ${kinds[issue.expected] ?? issue.expected}`
    case 'too_small':
      return tooSmallText(issue)
    case 'too_big':
      return `must be ${issue.inclusive === false ? 'below' : 'at most'} ${issue.maximum}`
    case 'invalid_value':
      return `must be ${choiceText(issue.values.map(String))}`
    case 'invalid_format':
      return formatText(issue)
    case 'invalid_key':
      return issue.issues[0]?.message
    case 'invalid_union':
      return unionText(issue.errors)
    case 'unrecognized_keys':
      return `does not know ${choiceText(issue.keys)}`
    default:
      return undefined
  }
}

function tooSmallText(issue: z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall>): string {
  if (issue.origin === 'string' || issue.origin === 'array') return 'must not be empty'
  return `must be ${issue.inclusive === false ? 'above' : 'at least'} ${issue.minimum}`
}

function formatText(issue: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidStringFormat>): string {
  if (issue.format === 'url') return 'must be an address that begins with http:// or https://'
  return `must begin with ${String(issue['prefix'])}`
}

/** What any one of the alternatives asks for. */
function unionText(alternatives: readonly (readonly z.core.$ZodIssue[])[]): string {
  const texts = alternatives.flatMap(([first]) => first?.message ?? [])
  return `must be ${choiceText(texts.map((text) => text.replace(/^must be /, '')))}`
}

function choiceText(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}
