// One entry of a dataset file, validated; an error names its place.
import { z } from 'zod'
import { message, type Text } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'

type EntryContext = Readonly<{
  /** File and line, for the reader. */
  where: string
  remedy: Text
}>

export function parseEntry<Schema extends z.ZodType>(
  schema: Schema,
  entry: unknown,
  { where, remedy }: EntryContext,
): z.infer<Schema> {
  const result = schema.safeParse(entry)
  if (result.success) return result.data
  const problems = result.error.issues.map((issue) => {
    const field = z.core.toDotPath(issue.path)
    return field === '' ? issue.message : `${field}: ${issue.message}`
  })
  throw new AppError(
    'dataset-invalid',
    message('common.at', { place: where, text: problems.join('; ') }),
    {
      field: 'datasetPath',
      remedy,
    },
  )
}
