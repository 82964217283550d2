// What is known about one flag of `vllm serve`, from the catalogue or from an installation that was asked.
import { z } from 'zod'

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
