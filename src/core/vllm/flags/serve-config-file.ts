// vLLM's configuration file as a config and back: keys are long names of flags, values are what YAML makes of them.
import { z } from 'zod'
import { message } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import { serveFlagValueSchema, type ServeConfig } from '#core/model/server/serve-config.ts'
import { issueText, statedBy } from '#core/model/issue-text.ts'
import { findServeFlag, type FlagIndex } from './flag-index.ts'

const fileSchema = z.record(z.string(), serveFlagValueSchema.nullable())

/** `contents` is the parsed YAML. */
export function configFromFile(contents: unknown, flagIndex: FlagIndex): ServeConfig {
  const result = fileSchema.safeParse(contents, { error: issueText })
  if (!result.success) throw notAConfigFile(result.error.issues[0])
  const { model, ...entries } = Object.fromEntries(
    Object.entries(result.data).map(([key, value]) => [key.replaceAll('_', '-'), value]),
  )
  const flags = Object.entries(entries).flatMap(([name, value]) => {
    const found = findServeFlag(`--${name}`, flagIndex)
    if (value === null) return []
    return found === null
      ? [[name, value] as const]
      : [[found.flag.name, found.isNegated ? value !== true : value] as const]
  })
  return {
    model: typeof model === 'string' ? model : '',
    flags: Object.fromEntries(flags),
    rawArguments: [],
  }
}

/** To be written as YAML. Raw arguments have no place in it. */
export function configFileContents({ model, flags }: ServeConfig): Record<string, unknown> {
  return { model, ...flags }
}

function notAConfigFile(issue: z.core.$ZodIssue | undefined): AppError {
  const name = issue?.path.join('.') || message('files.theFile')
  const text = issue === undefined ? message('files.unexpectedForm') : statedBy(issue)
  const problem = message('common.sentence', { text: message('common.of', { name, text }) })
  return new AppError('invalid-input', problem, {
    remedy: message('launch.configFileForm'),
  })
}
