// Finds flags by any name that is valid on a command line.
import { z } from 'zod'

/** One flag of `vllm serve`, from the catalogue or the help of an installation. */
const serveFlagSchema = z.object({
  /** Without leading dashes: `tensor-parallel-size`. */
  name: z.string().regex(/^[a-z0-9][\w-]*$/),
  /** Group in vLLM's help. */
  group: z.string(),
  kind: z.enum(['switch', 'integer', 'number', 'choice', 'text', 'json', 'list']),
  default: z.json(),
  /** A flag that users commonly tune. */
  isCommon: z.literal(true).optional(),
  choices: z.array(z.string()).optional(),
  /** Plugins add choices that cannot be listed. */
  takesOtherChoices: z.literal(true).optional(),
  /** `-tp` */
  short: z.string().optional(),
  /** Has a `--no-…` form. */
  isNegatable: z.literal(true).optional(),
  /** Accepts `8k`, `8K` and `auto` as well as digits. */
  takesHumanNumbers: z.literal(true).optional(),
  unit: z.string().optional(),
  /** Minimum and maximum value. */
  range: z.tuple([z.number().nullable(), z.number().nullable()]).optional(),
  /** Separator of a list that is one argument. */
  separator: z.string().optional(),
  /** The flag is repeated for each list item. */
  isRepeated: z.literal(true).optional(),
  /** Environment variable that passes this secret instead. */
  secretVariable: z.string().optional(),
  /** First and last sampled versions that have it; absent at the edge of the samples. */
  since: z.string().optional(),
  until: z.string().optional(),
  /** Text from an installation's own help. */
  help: z.string().optional(),
})

export const flagCatalogueSchema = z.object({
  /** Sampled versions, oldest first. */
  versions: z.array(z.string()).min(1),
  flags: z.array(serveFlagSchema),
})

export type FlagCatalogue = z.infer<typeof flagCatalogueSchema>
export type ServeFlag = z.infer<typeof serveFlagSchema>

export type FlagIndex = Readonly<{
  flags: readonly ServeFlag[]
  byName: ReadonlyMap<string, ServeFlag>
  byShort: ReadonlyMap<string, ServeFlag>
}>

type NamedFlag = Readonly<{ flag: ServeFlag; isNegated: boolean }>

export const powerCapName = 'power-cap'

/** A setting of launched servers besides vLLM's flags: see `power-cap.ts`. */
const powerCapFlag: ServeFlag = {
  name: powerCapName,
  group: 'Kneepoint',
  kind: 'integer',
  default: null,
  unit: 'W',
  range: [1, null],
  help: 'Power limit of each GPU (nvidia-smi -pl), restored once the server is gone.',
}

/** Flags of vLLM itself. */
export function vllmFlags<Value>(flags: Readonly<Record<string, Value>>): [string, Value][] {
  return Object.entries(flags).filter(([name]) => name !== powerCapName)
}

/** Indexes vLLM's flags and the additional settings of launched servers. */
export function indexFlags(ofVllm: readonly ServeFlag[]): FlagIndex {
  const flags = [...ofVllm, powerCapFlag]
  const shorts = flags.flatMap((flag) =>
    flag.short === undefined ? [] : [[flag.short, flag] as const],
  )
  return {
    flags,
    byName: new Map(flags.map((flag) => [flag.name, flag])),
    byShort: new Map(shorts),
  }
}

/** Accepts `--tensor_parallel_size`, `-tp`, `--no-enable-lora`, or an unambiguous prefix. */
export function findServeFlag(word: string, flagIndex: FlagIndex): NamedFlag | null {
  const short = flagIndex.byShort.get(word)
  if (short !== undefined) return { flag: short, isNegated: false }
  if (!word.startsWith('--')) return null
  const name = word.slice(2).replaceAll('_', '-')
  return exactly(name, flagIndex) ?? exactly(onlyBeginning(name, flagIndex) ?? '', flagIndex)
}

function exactly(name: string, { byName }: FlagIndex): NamedFlag | null {
  const flag = byName.get(name)
  if (flag !== undefined) return { flag, isNegated: false }
  const positive = byName.get(name.replace(/^no-/, ''))
  return positive?.isNegatable ? { flag: positive, isNegated: true } : null
}

function onlyBeginning(name: string, { flags }: FlagIndex): string | null {
  const names = flags.flatMap((flag) =>
    flag.isNegatable ? [flag.name, `no-${flag.name}`] : [flag.name],
  )
  const [only, ...others] = names.filter((candidate) => candidate.startsWith(name))
  return only === undefined || others.length > 0 ? null : only
}
