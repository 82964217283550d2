// YAML that a user wrote: bounded, because YAML made to be slow takes a time that grows with the square of its length.
import { parse } from 'yaml'
import type { AppError } from '#core/model/app-error.ts'

type YamlErrors = Readonly<{
  tooLong: (lengths: Readonly<{ length: number; most: number }>) => AppError
  notYaml: (cause: unknown) => AppError
}>

export function parsedYaml(text: string, most: number, errors: YamlErrors): unknown {
  const { length } = text
  if (length > most) throw errors.tooLong({ length, most })
  try {
    return parse(text, { logLevel: 'error' })
  } catch (cause) {
    throw errors.notYaml(cause)
  }
}
