// One flag as one record: schema, default, help, place in the form. Every list of flags is derived from the records.
import type { z } from 'zod'
import { type DatasetName, datasetTraits } from '#core/model/benchmark/dataset-traits.ts'
import type { Message } from '../messages/message.ts'
import type { CompatProfileName } from '../compat/compat-profile-names.ts'

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

/** How a value is written on a command line; the form chooses its control by it. */
type FlagKind =
  | 'text'
  | 'integer'
  | 'number'
  /** A number or `inf`. */
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
  /** A JSON object, or dotted parts of one: `--extra-body.seed 1`. */
  | 'json'
  /** `{(256, 256, 1): 0.5}`, as Python writes it, or JSON with such keys. */
  | 'sizes'
  /** A number or `{"input": 0.1, "output": 0.3}`. */
  | 'range-ratio'

type Value = string | number | boolean

export type FlagValue = Value | null | readonly Value[] | Readonly<Record<string, unknown>>

type FlagText = Readonly<{
  kind: FlagKind
  /** Stands for the value in the help. */
  metavar?: string
  unit?: string
  choices?: readonly string[]
  /** Turns other spellings of a choice into the one that is listed. */
  respell?: (word: string) => string
  /** Of `numbers`: no fractions. */
  areWhole?: boolean
  /** A repeated flag adds to its earlier values; otherwise the last one counts. */
  addsUp?: boolean
  /** The field whose flag, where it is repeated, has the further values that are listed here. */
  repeats?: string
  /** One sentence for the help and the form. */
  summary: string
  /** How it differs from vLLM, for the help and the compatibility page. */
  difference?: string
  /** Names of earlier releases, accepted in full. */
  formerNames?: readonly string[]
  /** Names in vLLM's Rust client. */
  rustNames?: readonly string[]
}>

/** A flag of a command: how it is written, and its schema, which holds the default. */
type OptionRecord = FlagText & Readonly<{ schema: z.ZodType<FlagValue> }>

export type OptionRecords = Readonly<Record<string, OptionRecord>>

type SchemasOf<Records extends OptionRecords> = {
  [Field in keyof Records]: Records[Field]['schema']
}

/** What a command is run with: a value per record. */
export type OptionValues<Records extends OptionRecords> = z.infer<z.ZodObject<SchemasOf<Records>>>

export const formSectionIds = ['target', 'workload', 'traffic', 'sampling', 'report'] as const
export type FormSectionId = (typeof formSectionIds)[number]

type FormText = Readonly<{
  /** Name of its field in the form. */
  label: string
  /** In sight, one fold away, or filled in from the chosen server. */
  place: 'front' | 'more' | 'server'
  /** Where that is not the section of its group. */
  section?: FormSectionId
  /** The field that it follows in the form, where that is not the order of the records. */
  after?: string
  /** No meaning for pooling, embeddings and reranking. */
  generationOnly?: boolean
  /** Clients that take it, where not every release of vLLM does. */
  knownTo?: 'vllm-rust' | 'kneepoint'
  /**
   * What cannot be compared between runs that differ in it: everything, because it decides which requests are sent and
   * when; likewise unless the load is steady, because it decides how long; latencies; goodput. Absent: nothing.
   */
  affects?: 'load' | 'length' | 'latencies' | 'goodput'
  /** Part of the name of a run that changes it; so is what affects its load or its latencies. */
  isNamed?: true
  /** Defaults of earlier clients, where they differ. */
  defaultsByProfile?: Readonly<Partial<Record<CompatProfileName, FlagValue>>>
}>

/** What makes a benchmark invalid, and what to do then. Reported at the field of the flag. */
export type FlagRule<Config = never> = Readonly<{
  broken: (config: Config) => boolean
  message: Message | ((config: Config) => Message)
}>

/**
 * Of the flag `field` that means nothing unless `other` is given: it applies only then, and with another value than `usual`
 * it breaks a rule without it.
 */
export function onlyWith<Other extends string, Field extends string>(
  other: Other,
  [field, usual]: readonly [field: Field, usual: unknown],
  problem: Message,
): Required<Pick<FlagRecord<Readonly<Record<Other | Field, unknown>>>, 'appliesTo' | 'rules'>> {
  return {
    appliesTo: (config) => config[other] !== null,
    rules: [
      {
        broken: (config) => config[other] === null && config[field] !== usual,
        message: problem,
      },
    ],
  }
}

/** A flag of a benchmark. `Config` is the part of a benchmark that its conditions read. */
export type FlagRecord<Config = never> = OptionRecord &
  FormText &
  Readonly<{
    /** Benchmarks that it matters to; the form hides it from others. Absent: all. */
    appliesTo?: (config: Config) => boolean
    rules?: readonly FlagRule<Config>[]
  }>

export type FlagRecords = Readonly<Record<string, FlagRecord>>

/** A record with its names, as the command line looks it up. */
export type Flag<Field extends string = string> = OptionRecord &
  Readonly<{ field: Field; flag: string; group: FlagGroup }>

export function flagName(field: string): string {
  return `--${field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

/** How a command line turns a switch off. */
export function negatedFlag(flag: string): string {
  return flag.replace(/^--/, '--no-')
}

/** In the order of the records, which is that of the help. */
export function flagsOf<Field extends string, Option extends OptionRecord>(
  group: FlagGroup,
  records: Readonly<Record<Field, Option>>,
): readonly (Option & Flag<Field>)[] {
  const entries = Object.entries(records) as [Field, Option][]
  return entries.map(([field, record]) => ({ ...record, field, flag: flagName(field), group }))
}

/** The shape of a zod object with one field per record. */
export function schemasOf<Records extends OptionRecords>(records: Records): SchemasOf<Records> {
  const entries = Object.entries(records).map(([field, { schema }]) => [field, schema])
  return Object.fromEntries(entries) as SchemasOf<Records>
}

// Conditions on the chosen dataset that several flags share.
export type DatasetChoice = Readonly<{ datasetName: DatasetName }>

export function isDataset(...names: readonly DatasetName[]): (config: DatasetChoice) => boolean {
  return ({ datasetName }) => names.includes(datasetName)
}

export const drawsPrompts = isDataset('random', 'random-mm', 'random-multi-turn')
export const drawsRandomly = isDataset('random', 'random-mm', 'random-multi-turn', 'random-rerank')

/** Conversations of agents, whose steps follow a plan of their own. */
export function holdsTrajectories({ datasetName }: DatasetChoice): boolean {
  return datasetTraits[datasetName].holdsTrajectories
}

export function holdsConversations({ datasetName }: DatasetChoice): boolean {
  return datasetTraits[datasetName].holdsConversations
}
