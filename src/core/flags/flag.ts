// One flag as one record: schema, default, help, position in the form. Every list of flags is derived from the records.
import { z } from 'zod'
import { type DatasetName, datasetTraits } from '#core/traits/dataset-traits.ts'
import { type Message, message, schemaText } from '../messages/message.ts'
import type { CompatProfileName } from '../compat/compat-profile-names.ts'
import { spelledUrl, urlProblem } from '#core/backends/server-address.ts'

export const flagGroups = [
  'Server',
  'Dataset',
  'Traffic',
  'Sampling',
  'Report',
  'Output',
  'Series',
  'Options',
] as const

export type FlagGroup = (typeof flagGroups)[number]

/** Notation of a value on a command line; it determines the control in the form. */
type FlagKind =
  | 'text'
  | 'integer'
  | 'number'
  /** Number or `inf`. */
  | 'rate'
  /** Takes no value; `--no-…` turns it off. */
  | 'switch'
  | 'choice'
  /** `99` or `50,90,99`. */
  | 'numbers'
  /** `ttft,tpot`. */
  | 'names'
  /** Any number of arguments. */
  | 'words'
  /** `KEY=VALUE`, any number of them. */
  | 'pairs'
  /** `ttft:200 e2el:3000`. */
  | 'limits'
  /** JSON object, or dotted parts of one: `--extra-body.seed 1`. */
  | 'json'
  /** `{(256, 256, 1): 0.5}` in Python's notation, or JSON with such keys. */
  | 'sizes'
  /** Number or `{"input": 0.1, "output": 0.3}`. */
  | 'range-ratio'

type Value = string | number | boolean

export type FlagValue = Value | null | readonly Value[] | Readonly<Record<string, unknown>>

type FlagText = Readonly<{
  /** Absent for text. */
  kind?: FlagKind
  /** Placeholder of the value in the help. */
  metavar?: string
  unit?: string
  choices?: readonly string[]
  /** Normalises other spellings of a choice. */
  respell?: (word: string) => string
  /** Restricts `numbers` to integers. */
  areWhole?: boolean
  /** A repeated flag appends to its earlier values, as pairs always do; otherwise the last one wins. */
  addsUp?: boolean
  /** Field whose repeated flag provides the additional values listed here. */
  repeats?: string
  /** One sentence for the help and the form. */
  summary: string
  /** Difference from vLLM, for the help and the compatibility page. */
  difference?: string
  /** Names of earlier releases, still accepted in full. */
  formerNames?: readonly string[]
  /** Names in vLLM's Rust client. */
  rustNames?: readonly string[]
}>

/** Flag of a command: its text, and its schema, which contains the default. */
type OptionRecord = FlagText & Readonly<{ schema: z.ZodType<FlagValue> }>

export type OptionRecords = Readonly<Record<string, OptionRecord>>

type SchemasOf<Records extends OptionRecords> = {
  [Field in keyof Records]: Records[Field]['schema']
}

/** Values of a command's flags, one per record. */
export type OptionValues<Records extends OptionRecords> = z.infer<z.ZodObject<SchemasOf<Records>>>

export const formSectionIds = ['target', 'workload', 'traffic', 'sampling', 'report'] as const
export type FormSectionId = (typeof formSectionIds)[number]

type FormText = Readonly<{
  /** Name of its field in the form. */
  label: string
  /** Always visible, or taken from the chosen server. Absent: in a collapsed section. */
  place?: 'front' | 'server'
  /** Overrides the section of its group. */
  section?: FormSectionId
  /** Field that it follows in the form, if that differs from the order of the records. */
  after?: string
  /** Meaningless for pooling, embeddings and reranking. */
  generationOnly?: boolean
  /** Clients that accept it, if not every release of vLLM does. */
  knownTo?: 'vllm-rust' | 'kneepoint'
  /**
   * Comparisons that become invalid between runs with different values: everything, because it decides which requests are sent and when;
   * `length`: the same unless the load is steady, because it decides how long; latencies; goodput. Absent: none.
   */
  affects?: 'load' | 'length' | 'latencies' | 'goodput'
  /** Changes appear in the name of a run, as do flags that affect load or latencies. */
  isNamed?: true
  /** With it, requests may end like this: neither completed nor failed. */
  unfailed?: 'rejected' | 'clientCancelled'
  /** Defaults of earlier clients, if different. */
  defaultsByProfile?: Readonly<Partial<Record<CompatProfileName, FlagValue>>>
}>

/** Condition that makes a benchmark invalid, with its remedy. */
export type FlagRule<Config = never> = Readonly<{
  /** Defaults to the flag. */
  field?: string
  broken: (config: Config) => boolean
  message: Message | ((config: Config) => Message)
}>

/**
 * Parts of the record of flag `field`, which requires `other`: it applies only with `other`, and any value except `usual` breaks a rule
 * without it.
 */
export function onlyWith<Other extends string, Field extends string>(
  other: Other,
  [field, usual]: readonly [field: Field, usual: unknown],
  problem: Message,
): Required<Pick<FlagRecord<Readonly<Record<Other | Field, unknown>>>, 'appliesTo' | 'rules'>> {
  return {
    appliesTo: (config) => config[other] !== null,
    rules: {
      broken: (config) => config[other] === null && config[field] !== usual,
      message: problem,
    },
  }
}

/** Flag of a benchmark. `Config` is the part of a benchmark that its conditions read. */
export type FlagRecord<Config = never> = OptionRecord &
  FormText &
  Readonly<{
    /** Benchmarks that it applies to; the form hides it from others. Absent: all. */
    appliesTo?: (config: Config) => boolean
    /** One, or several. */
    rules?: FlagRule<Config> | readonly FlagRule<Config>[]
  }>

export type FlagRecords = Readonly<Record<string, FlagRecord>>

type PlacedFlags = Readonly<Record<string, FlagRecord & Readonly<{ listedAfter: string }>>>

/** A feature's flags of datasets and of reports, each placed after the flag that it names. */
export type FeatureFlags = Readonly<{ flags: PlacedFlags; reportFlags?: PlacedFlags }>

/** A feature's flags of the measured servers. One that repeats `baseUrl` has their further addresses. */
export type ServerFlags = Readonly<{ ofServers: PlacedFlags }>

/** A feature's flags of when and how requests are sent. */
export type TrafficFlags = Readonly<{ ofTraffic: PlacedFlags }>

/** Flags of a feature that observes runs while they are measured. */
export type ObserverFlags = Readonly<{
  /** Flags of `bench serve`, `bench sweep` and `web`. */
  ofRuns: OptionRecords
  /** Flags of `web` only. */
  ofWindow: OptionRecords
}>

/** Flags of a feature that launches servers in its own way. */
export type LaunchFlags = Readonly<{
  /** Flags of commands that launch servers. */
  ofLaunches: OptionRecords
  /** Settings of a launch profile that these flags fill. */
  settings: Readonly<Record<string, z.ZodType>>
}>

/** Record with its names, for lookup on the command line. */
export type Flag<Field extends string = string> = OptionRecord &
  Readonly<{ kind: FlagKind; field: Field; flag: string; group: FlagGroup }>

export function flagName(field: string): string {
  return `--${field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

/** Spelling that turns off a switch. */
export function negatedFlag(flag: string): string {
  return flag.replace(/^--/, '--no-')
}

/** Flags in the order of the records, as in the help. */
export function flagsOf<Field extends string, Option extends OptionRecord>(
  group: FlagGroup,
  records: Readonly<Record<Field, Option>>,
): readonly (Option & Flag<Field>)[] {
  const entries = Object.entries(records) as [Field, Option][]
  return entries.map(([field, record]) => {
    const { kind = 'text' } = record
    return { ...record, kind, field, flag: flagName(field), group }
  })
}

/** Shape of a zod object with one field per record. */
export function schemasOf<Records extends OptionRecords>(records: Records): SchemasOf<Records> {
  const entries = Object.entries(records).map(([field, { schema }]) => [field, schema])
  return Object.fromEntries(entries) as SchemasOf<Records>
}

/** Chosen dataset, for conditions that several flags share. */
export type DatasetChoice = Readonly<{ datasetName: DatasetName }>

export function isDataset(...names: readonly DatasetName[]): (config: DatasetChoice) => boolean {
  return ({ datasetName }) => names.includes(datasetName)
}

export function drawsPrompts({ datasetName }: DatasetChoice): boolean {
  return ['random', 'random-conversations'].includes(datasetTraits[datasetName].lengths)
}

export function drawsRandomly(config: DatasetChoice): boolean {
  return drawsPrompts(config) || datasetTraits[config.datasetName].lengths === 'random-documents'
}

/** Conversations of agents, whose steps follow their own plan. */
export function holdsTrajectories({ datasetName }: DatasetChoice): boolean {
  return datasetTraits[datasetName].holdsTrajectories
}

export function holdsConversations({ datasetName }: DatasetChoice): boolean {
  return datasetTraits[datasetName].holdsConversations
}

export const nonNegativeInteger = z.int().min(0)
export const positiveInteger = z.int().min(1)
export const optionalNumber = z.number().nullable().default(null)
export const stringMap = z.record(z.string(), z.string())
export const jsonObject = z.record(z.string(), z.json())

/** A rate or shape that may be infinite. `inf` is text because JSON has no infinity. */
export const positiveOrInfinite = z.union([z.number().positive().finite(), z.literal('inf')])

/** Some compatibility profiles refuse 1; a rule of the flag checks that. */
const unitRatio = z
  .number()
  .min(0)
  .max(1, { error: () => schemaText(message('config.shareBelowOne')) })

export const rangeRatioSchema = z.union([
  unitRatio,
  z.object({ input: unitRatio, output: unitRatio }),
])

export function holdsCredentials(url: string): boolean {
  return /^https?:\/\/[^/?#]*@/i.test(url)
}

/** Address as users type it, converted to a URL. */
export const serverAddress = z.preprocess(
  spelledUrl,
  z
    .url({ protocol: /^https?$/, error: ({ input }) => schemaText(urlProblem(input)) })
    .refine((url) => !/\s/.test(url), { error: () => schemaText(message('address.blank')) }),
)

/** Rejects credentials, because addresses are printed and stored. */
export const httpUrl = serverAddress.refine((url) => !holdsCredentials(url), {
  error: () => schemaText(message('config.credentialsInUrl')),
})

/** Null unless given. */
export const httpUrls = z.array(httpUrl).min(1).nullable().default(null)

/** A flag that is a count. */
export const count = { kind: 'integer', metavar: 'N' } as const

/** A flag that is a count; null unless given. */
export const optionalCount = { ...count, schema: positiveInteger.nullable().default(null) } as const

/** A flag that is text; null unless given. */
export function optionalText(metavar: string) {
  return { schema: z.string().min(1).nullable().default(null), metavar } as const
}

/** A flag that is a duration. */
export const seconds = { kind: 'number', metavar: 'S', unit: 's' } as const

/** A flag that is a share; 0 unless given. */
export const share = {
  schema: z.number().min(0).max(1).default(0),
  kind: 'number',
  metavar: 'SHARE',
} as const

/** A visible flag that affects the load. */
export const shownLoad = { place: 'front', affects: 'load' } as const

/** A flag that is off unless given. */
export const onOff = { schema: z.boolean().default(false), kind: 'switch' } as const

export function switchFlag(summary: string) {
  return { ...onOff, summary } as const
}

/** JSON switch of a command that prints a list. */
export const jsonFlag = switchFlag('Print JSON instead of a table.')

/** Null unless given. */
export function textFlag(metavar: string, summary: string) {
  const schema = z.string().min(1).nullable().default(null)
  return { schema, kind: 'text', metavar, summary } as const
}

/** Never empty. */
export function textFlagOf(preset: string, metavar: string, summary: string) {
  return { schema: z.string().min(1).default(preset), kind: 'text', metavar, summary } as const
}

/** Any number of texts; null unless given. */
export function textsFlag(metavar: string, summary: string) {
  const schema = z.array(z.string().min(1)).nullable().default(null)
  return { schema, kind: 'words', metavar, summary } as const
}

export function countFlag(preset: number, unit: string, summary: string) {
  const schema = positiveInteger.default(preset)
  return { schema, ...count, unit, summary } as const
}

/** Empty for switches and for null; a switch is written as its flag alone. */
export function flagArguments({ kind }: Flag, value: FlagValue): readonly string[] {
  if (value === null || typeof value === 'boolean') return []
  if (typeof value !== 'object') return [String(value)]
  if (Array.isArray(value)) return kind === 'words' ? value.map(String) : [value.join(',')]
  if (kind === 'pairs') return joinedEntries(value, '=')
  if (kind === 'limits') return joinedEntries(value, ':')
  return Object.keys(value).length === 0 ? [] : [JSON.stringify(value)]
}

function joinedEntries(value: object, separator: string): readonly string[] {
  return Object.entries(value).map(
    ([key, item]: [string, unknown]) =>
      key + separator + (typeof item === 'string' ? item : JSON.stringify(item)),
  )
}
