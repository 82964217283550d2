// Parses YAML from users, with a size limit, because adversarial YAML takes time quadratic in its length.
import { parse, YAMLParseError } from 'yaml'
import { message, MessageError } from '#core/messages/message.ts'
import type { AppError } from '#core/model/app-error.ts'

type YamlErrors = Readonly<{
  tooLong: (lengths: Readonly<{ length: number; most: number }>) => AppError
  notYaml: (cause: unknown) => AppError
}>

/** Far more than any realistic file. */
const mostLevels = 64

/** Anchors can create cyclic values, which would never be read to the end. */
function requireTree(value: unknown, level = 0): void {
  if (typeof value !== 'object' || value === null) return
  if (level > mostLevels)
    throw new MessageError(message('files.nestedTooDeep', { levels: mostLevels }))
  for (const part of Object.values(value)) requireTree(part, level + 1)
}

/** Pages and editors for Chinese indent with spaces that YAML does not know. */
const indentation = /^[^\S\n\r\t ]+/gm
const plainSpaces = (spaces: string) => ' '.repeat(spaces.length)

export function parsedYaml(text: string, most: number, errors: YamlErrors): unknown {
  const { length } = text
  if (length > most) throw errors.tooLong({ length, most })
  try {
    const value: unknown = parse(text.replaceAll(indentation, plainSpaces), { logLevel: 'error' })
    requireTree(value)
    return value
  } catch (cause) {
    const isSeveral = cause instanceof YAMLParseError && cause.code === 'MULTIPLE_DOCS'
    throw errors.notYaml(isSeveral ? new MessageError(message('files.severalDocuments')) : cause)
  }
}
