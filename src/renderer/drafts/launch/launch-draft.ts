// A launch in the form, and its profile. Secrets are stored separately.
import {
  type LaunchProfile,
  launchProfileSchema,
  type ServeConfig,
  type ServeRuntime,
} from '#core/model/launch-profile.ts'
import { shellText } from '#core/command-line/launch-functions.ts'
import { splitShellText } from '#core/command-line/split-shell-text.ts'
import type { FlagIndex } from '#core/vllm/flag-index.ts'
import { parseServeArguments } from '#core/vllm/parse-serve-arguments.ts'
import { serveArguments, wordOf } from '#core/vllm/serve-arguments.ts'
import * as features from './features.ts'
import { jobWay } from './job-text.ts'
import type { LaunchWay, WayTexts } from './launch-way.ts'
import { runtimeForms, runtimeText } from './runtime-forms.ts'
import { isLoopback } from '#core/backends/server-address.ts'

type LaunchText = Readonly<
  Record<
    | 'name'
    | 'place'
    | 'options'
    | 'environment'
    | 'secretNames'
    | 'gpus'
    | 'address'
    | 'port'
    | 'readyTimeoutS',
    string
  >
>

export const launchWays = [jobWay, ...Object.values<LaunchWay>(features)]

export type LaunchDraft = Readonly<{
  runtime: ServeRuntime['kind']
  /** Names of the ways chosen; empty for a process on the host. */
  ways: readonly string[]
  /** By name; kept while a way is not chosen, so that switching back restores them. */
  wayTexts: Readonly<Record<string, WayTexts>>
  text: LaunchText
  config: ServeConfig
}>

export const emptyLaunch: LaunchDraft = {
  runtime: 'program',
  ways: [],
  wayTexts: Object.fromEntries(launchWays.map(({ name, empty }) => [name, empty])),
  text: {
    name: '',
    place: runtimeForms.program.usualPlace,
    options: '',
    environment: '',
    secretNames: '',
    gpus: '',
    address: '',
    port: '',
    readyTimeoutS: '',
  },
  config: { model: '', flags: {}, rawArguments: [] },
}

type LaunchReading = Readonly<{
  profile: LaunchProfile | null
  /** Fields with invalid values; an empty model does not count yet. */
  problems: readonly string[]
}>

export function readLaunch(draft: LaunchDraft): LaunchReading {
  const { runtime, ways, wayTexts, text, config } = draft
  const reading = launchProfileSchema.safeParse({
    name: text.name.trim() || config.model,
    runtime: runtimeForms[runtime].read(text.place.trim(), text.options),
    config,
    environment: variablesIn(text.environment),
    secretNames: words(text.secretNames),
    gpus: text.gpus.trim() === '' ? null : words(text.gpus),
    ...Object.fromEntries(
      launchWays.map((way) => [
        way.setting,
        ways.includes(way.name) ? way.read(wayTexts[way.name] ?? way.empty) : null,
      ]),
    ),
    address: text.address.trim() || undefined,
    port: text.port.trim() === '' ? null : Number(text.port),
    readyTimeoutS: text.readyTimeoutS.trim() === '' ? undefined : Number(text.readyTimeoutS),
  })
  if (reading.success) return { profile: reading.data, problems: [] }
  const fields = reading.error.issues.map(({ path }) => fieldAt(path))
  const reported = fields.filter(
    (field) => !(config.model === '' && ['config', 'name'].includes(field)),
  )
  return { profile: null, problems: [...new Set(reported)] }
}

/** Settings of ways have separate fields. */
function fieldAt([first, second]: readonly PropertyKey[]): string {
  const isOwn = launchWays.some(({ setting }) => setting === first)
  return isOwn ? `${String(first)}.${String(second)}` : String(first)
}

/** Converts the draft to a job, which listens for other machines, with a key that keeps out other users of the node. */
export function asJob({ text, ...draft }: LaunchDraft): LaunchDraft {
  const secretNames = [...new Set([...words(text.secretNames), 'VLLM_API_KEY'])].join(', ')
  const address = isOnlyHere(text.address.trim()) ? '0.0.0.0' : text.address
  return { ...draft, ways: ['job'], text: { ...text, gpus: '', address, secretNames } }
}

export function launchDraftOf(profile: LaunchProfile): LaunchDraft {
  const { address, port, readyTimeoutS } = profile
  const wayTexts = launchWays.flatMap((way) => {
    const texts = way.textsOf(profile)
    return texts === null ? [] : [[way.name, texts] as const]
  })
  return {
    runtime: profile.runtime.kind,
    ways: wayTexts.map(([name]) => name),
    wayTexts: { ...emptyLaunch.wayTexts, ...Object.fromEntries(wayTexts) },
    text: {
      name: profile.name === profile.config.model ? '' : profile.name,
      ...runtimeText(profile.runtime),
      environment: Object.entries(profile.environment)
        .map(([name, value]) => `${name}=${value}`)
        .join('\n'),
      secretNames: profile.secretNames.join(', '),
      gpus: profile.gpus?.join(',') ?? '',
      address,
      port: port === null ? '' : String(port),
      readyTimeoutS: String(readyTimeoutS),
    },
    config: profile.config,
  }
}

/**
 * The draft with another model or other flags. The address and the port are separate fields of the draft. A name derived from the
 * model follows it.
 */
export function withConfig(draft: LaunchDraft, config: ServeConfig): LaunchDraft {
  const { host, port, ...flags } = config.flags
  const text = {
    ...draft.text,
    name: followingName(draft.text.name, draft.config.model, config.model),
    ...(host !== undefined && { address: wordOf(host) }),
    ...(port !== undefined && { port: wordOf(port) }),
  }
  return { ...draft, text, config: { ...config, flags } }
}

type TakenCommand = Readonly<{
  config: ServeConfig
  environment: Readonly<Record<string, string>>
  secrets: Readonly<Record<string, string>>
}>

/** Adds the settings of a pasted command. An existing variable gets the new value. */
export function withCommand(draft: LaunchDraft, taken: TakenCommand): LaunchDraft {
  const filled = withConfig(draft, taken.config)
  const { environment, secretNames } = filled.text
  const own = environment.split('\n').filter((line) => {
    const [name = ''] = line.split('=', 1)
    return line.trim() !== '' && !(name.trim() in taken.environment)
  })
  const variables = Object.entries(taken.environment).map(([name, value]) => `${name}=${value}`)
  const names = [...new Set([...words(secretNames), ...Object.keys(taken.secrets)])]
  const text = { environment: [...own, ...variables].join('\n'), secretNames: names.join(', ') }
  return { ...filled, text: { ...filled.text, ...text } }
}

/** Keeps a name that the user entered. */
function followingName(name: string, before: string, after: string): string {
  if (name === '' || name === before) return ''
  return name === shortName(before) ? shortName(after) : name
}

/** A model id without its organisation. */
function shortName(model: string): string {
  return model.split('/').at(-1) ?? model
}

/** Everything after the model, for the box of raw arguments. */
export function argumentText(config: ServeConfig, flagIndex: FlagIndex): string {
  return shellText(serveArguments(config, flagIndex).slice(1))
}

/** Parses the box of raw arguments; throws for text that a shell would expand. */
export function readArgumentText(text: string, model: string, flagIndex: FlagIndex): ServeConfig {
  const { flags, rawArguments } = parseServeArguments([model, ...splitShellText(text)], flagIndex)
  return { model, flags, rawArguments }
}

/** One `NAME=value` per line; a line without `=` is reported as a problem. */
function variablesIn(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return Object.fromEntries(
    lines.map((line) => {
      const equals = line.indexOf('=')
      return equals < 0 ? [`${line} `, ''] : [line.slice(0, equals).trim(), line.slice(equals + 1)]
    }),
  )
}

function words(text: string): string[] {
  return text.split(/[\s,]+/).filter((word) => word !== '')
}

function isOnlyHere(address: string): boolean {
  return address === '' || isLoopback(address)
}
