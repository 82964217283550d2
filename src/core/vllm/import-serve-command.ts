// Imports a pasted command as a config, an environment and secrets, however it starts vLLM.
import { z } from 'zod'
import { message, remedied, type MessageWithRemedy } from '#core/messages/message.ts'
import { appError, AppError, issueText, statedBy } from '#core/model/app-error.ts'
import { serveFlagValueSchema } from '#core/flags/serve-value.ts'
import type { ServeConfig } from '#core/model/launch-profile.ts'
import type { PasteWord } from '#core/command-line/paste-commands.ts'
import { listedVariables } from '#core/command-line/paste-lists.ts'
import { pasteNotes } from '#core/command-line/paste-notes.ts'
import { knownArguments, pastedProgram } from '#core/command-line/paste-program.ts'
import { findServeFlag, type FlagIndex } from './flag-index.ts'
import { parseServeArguments } from './parse-serve-arguments.ts'
import { isSecretVariable, type Secrets, withoutSecrets } from './secret-flags.ts'

type ImportedCommand = Readonly<{
  config: ServeConfig
  environment: Readonly<Record<string, string>>
  /** Secrets by environment variable, from flags or variables. */
  secrets: Secrets
  /** Ignored parts of the text, with reasons. */
  notes: readonly MessageWithRemedy[]
}>

/** Arguments before the server's own; the last pattern matches the argument directly before them. */
const entrances: readonly (readonly RegExp[])[] = [
  [/(^|\/)vllm(?:-rs)?$/, /^serve$/],
  [/^vllm\.entrypoints\.cli\.main$/, /^serve$/],
  [/^-m$/, /^vllm\.entrypoints\.openai\.api_server$/],
  [/(^|\/)vllm-openai(:[^/]*|@.*)?$/],
]

const assignment = /^([A-Za-z_]\w*)=([^]*)$/

/** Throws `invalid-input` if no server is started, no model is named, or a quote is not closed. */
export function importServeCommand(text: string, flagIndex: FlagIndex): ImportedCommand {
  const program = pastedProgram(text, entrances)
  if (program === null) throw appError('invalid-input', 'launch.notServe')
  const isSwitch = (flag: string) => findServeFlag(flag, flagIndex)?.flag.kind === 'switch'
  const { args, unknown } = knownArguments(program.words, isSwitch)
  const pairs = [...listedVariables(text).flatMap(variable), ...variablesIn(program.before)]
  const variables = Object.fromEntries(
    pairs.filter(([, word]) => word.unknown.length === 0).map(([name, word]) => [name, word.text]),
  )
  const { config, secrets } = withoutSecrets(parseServeArguments(args, flagIndex), flagIndex)
  if (config.model === '') throw modelMissing()
  return {
    config,
    environment: filtered(variables, (name) => !isSecretVariable(name)),
    secrets: { ...filtered(variables, isSecretVariable), ...secrets },
    notes: [
      ...pairs.flatMap(([flag, { unknown: holes }]) =>
        holes.length === 0 ? [] : [remedied('paste.unknownValue', { flag, text: holes.join(' ') })],
      ),
      ...pasteNotes(program, unknown),
    ],
  }
}

type Variable = readonly [name: string, value: PasteWord]

/** Keys of supervisord and systemd are not variables. */
function variable(word: PasteWord): readonly Variable[] {
  const [, name = '', text = ''] = assignment.exec(word.text.replace(/^--env=/, '')) ?? []
  return /^(?:|command|exec\w*)$/i.test(name) ? [] : [[name, { ...word, text }]]
}

/** `NAME=value` before a program, and the `-e` options of `docker run`. */
function variablesIn(words: readonly PasteWord[]): readonly Variable[] {
  return words.flatMap((word, index) => {
    const isOption = word.text.startsWith('-') && !word.text.startsWith('--env=')
    const before = words[index - 1]?.text ?? ''
    const isOptionValue = /^--?[a-z-]+$/.test(before) && !/^(-e|--env)$/.test(before)
    return isOption || isOptionValue ? [] : variable(word)
  })
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

const fileSchema = z.record(z.string(), serveFlagValueSchema.nullable())

/** Reads vLLM's configuration file, whose keys are long flag names. `contents` is the parsed YAML. */
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

/** Contents of vLLM's configuration file, for YAML. Omits raw arguments, which it cannot represent. */
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
