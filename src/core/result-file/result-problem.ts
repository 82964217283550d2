// Validation errors of a result file.
import { z } from 'zod'
import { type Message, message } from '#core/messages/message.ts'
import { AppError } from '../model/app-error.ts'

/** Error for the first invalid key. */
export function resultProblem(remedy: Message): (issue: z.core.$ZodIssue | undefined) => AppError {
  return (issue) => {
    const key = z.core.toDotPath(issue?.path ?? [])
    const text = issue?.message ?? ''
    const problem = key === '' ? text : message('common.of', { name: key, text })
    return new AppError('invalid-input', problem, { remedy })
  }
}
