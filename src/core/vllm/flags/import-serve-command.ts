// A pasted command line as a config, an environment and secrets, whichever way it starts vLLM.
import { z } from 'zod'
import { message } from '#core/messages/message.ts'
import { appError, AppError } from '#core/model/app-error.ts'
import { type ServeConfig, serveFlagValueSchema } from '#core/model/server/serve-config.ts'
import { splitShellText } from '#core/shell/split-shell-text.ts'
import { issueText, statedBy } from '#core/model/issue-text.ts'
import { findServeFlag, type FlagIndex } from './flag-index.ts'
import { parseServeArguments } from './parse-serve-arguments.ts'
import { isSecretVariable, type Secrets, withoutSecrets } from './secret-flags.ts'

type ImportedCommand = Readonly<{
  config: ServeConfig
  environment: Readonly<Record<string, string>>
  /** By environment variable; they came as flags or as variables. */
  secrets: Secrets
}>

/** What comes right before the arguments, the last word of which the first arguments follow. */
const entrances: readonly (readonly RegExp[])[] = [
  [/(^|\/)vllm$/, /^serve$/],
  [/^-m$/, /^vllm\.entrypoints\.openai\.api_server$/],
  [/(^|\/)vllm-openai(:[^/]*|@.*)?$/],
]

const assignment = /^([A-Za-z_]\w*)=([^]*)$/

export function importServeCommand(text: string, flagIndex: FlagIndex): ImportedCommand {
  const args = splitShellText(text)
  const begin = argumentsBegin(args)
  const variables = assignmentsIn(args.slice(0, begin))
  const { config, secrets } = withoutSecrets(
    parseServeArguments(args.slice(begin), flagIndex),
    flagIndex,
  )
  if (config.model === '') throw modelMissing()
  return {
    config,
    environment: filtered(variables, (name) => !isSecretVariable(name)),
    secrets: { ...filtered(variables, isSecretVariable), ...secrets },
  }
}

function argumentsBegin(args: readonly string[]): number {
  for (const entrance of entrances) {
    const at = args.findIndex((_, index) =>
      entrance.every((pattern, offset) => pattern.test(args[index + offset] ?? '')),
    )
    if (at >= 0) return at + entrance.length
  }
  throw appError('invalid-input', 'launch.notServe')
}

/** `NAME=value` before a program, and what `docker run` is given with `-e`. */
function assignmentsIn(args: readonly string[]): Record<string, string> {
  const pairs = args.flatMap((word, index) => {
    const [, name = '', value = ''] = assignment.exec(word.replace(/^--env=/, '')) ?? []
    const isOption = word.startsWith('-') && !word.startsWith('--env=')
    const isOptionValue = /^--?[a-z-]+$/.test(args[index - 1] ?? '')
    const isVariable = !isOptionValue || /^(-e|--env)$/.test(args[index - 1] ?? '')
    return name === '' || isOption || !isVariable ? [] : [[name, value] as const]
  })
  return Object.fromEntries(pairs)
}

function filtered(
  variables: Readonly<Record<string, string>>,
  isWanted: (name: string) => boolean,
): Record<string, string> {
  return Object.fromEntries(Object.entries(variables).filter(([name]) => isWanted(name)))
}

function modelMissing(): AppError {
  return appError('invalid-input', 'launch.noModelNamed', {}, { field: 'model' })
}

// vLLM's configuration file as a config and back: keys are long names of flags, values are what YAML makes of them.
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
