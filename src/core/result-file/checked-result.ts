// A result file against its schema.
import { z } from 'zod'
import { type Message, message } from '#core/messages/message.ts'
import { AppError } from '../model/app-error.ts'
import { valueBy } from '../model/issue-text.ts'

/** Throws `invalid-input` for the first thing wrong, by its key. */
export function checkedResult<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  remedy: Message,
): z.output<Schema> {
  return valueBy(schema, value, (issue) => {
    const key = z.core.toDotPath(issue?.path ?? [])
    const text = issue?.message ?? ''
    const problem = key === '' ? text : message('common.of', { name: key, text })
    return new AppError('invalid-input', problem, { remedy })
  })
}
