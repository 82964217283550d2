// Finds flags by any of the names a command line may use for them.
import { z } from 'zod'

// What is known about one flag of `vllm serve`, from the catalogue or from an installation that was asked.
const serveFlagSchema = z.object({
  /** Without dashes in front: `tensor-parallel-size`. */
  name: z.string().regex(/^[a-z0-9][\w-]*$/),
  /** As vLLM groups its help. */
  group: z.string(),
  kind: z.enum(['switch', 'integer', 'number', 'choice', 'text', 'json', 'list']),
  default: z.json(),
  /** One that people tune. */
  isCommon: z.literal(true).optional(),
  choices: z.array(z.string()).optional(),
  /** Plugins add choices that cannot be listed. */
  takesOtherChoices: z.literal(true).optional(),
  /** `-tp` */
  short: z.string().optional(),
  /** Has a `--no-…`. */
  isNegatable: z.literal(true).optional(),
  /** `8k`, `8K`, `auto` as well as digits. */
  takesHumanNumbers: z.literal(true).optional(),
  unit: z.string().optional(),
  /** Smallest and largest value allowed. */
  range: z.tuple([z.number().nullable(), z.number().nullable()]).optional(),
  /** Between the items of a list that is one word. */
  separator: z.string().optional(),
  /** A list whose flag is said once per item. */
  isRepeated: z.literal(true).optional(),
  /** The environment variable that carries this secret instead. */
  secretVariable: z.string().optional(),
  /** First and last version that has it, of those sampled; absent where it reaches the edge of the samples. */
  since: z.string().optional(),
  until: z.string().optional(),
  /** From an installation's own help. */
  help: z.string().optional(),
})

export const flagCatalogueSchema = z.object({
  /** The versions sampled, oldest first. */
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

/** A setting of launched servers beside the flags of vLLM: see `power-cap.ts`. */
const powerCapFlag: ServeFlag = {
  name: powerCapName,
  group: 'Kneepoint',
  kind: 'integer',
  default: null,
  unit: 'W',
  range: [1, null],
  help: 'Power limit of each GPU (nvidia-smi -pl), restored once the server is gone.',
}

/** Those that vLLM itself takes. */
export function vllmFlags<Value>(flags: Readonly<Record<string, Value>>): [string, Value][] {
  return Object.entries(flags).filter(([name]) => name !== powerCapName)
}

/** Those of vLLM, and what launched servers have besides. */
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

/** `--tensor_parallel_size`, `-tp`, `--no-enable-lora`, or a beginning that only one flag has. */
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
