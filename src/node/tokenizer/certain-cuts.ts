// Whether the texts of a tokenizer can be cut between words, told by its tokenizer.json: of byte pair encodings that split
// texts by patterns of which that is certain. Everything else counts as uncertain.
import { z } from 'zod'
import type { WordCuts } from '#core/workload/word-cuts.ts'
import { spaceSplitting, type SpaceSplitting } from './split-pattern.ts'

/** A token that took spaces around it would change what is beside a cut. */
const addedToken = z.object({
  id: z.int(),
  content: z
    .string()
    .refine((content) => !holdsCut(content) && !holdsCut(content.normalize('NFC'))),
  single_word: z.literal(false),
  lstrip: z.literal(false),
  rstrip: z.literal(false),
})

const nfc = z.object({ type: z.literal('NFC') })
const none = z.union([z.null(), z.literal(''), z.literal(0)]).optional()

const bytes = z.object({
  type: z.literal('ByteLevel'),
  add_prefix_space: z.literal(false),
  use_regex: z.boolean().default(true),
})

const split = z.object({
  type: z.literal('Split'),
  pattern: z.object({ Regex: z.string() }),
  behavior: z.literal('Isolated'),
  invert: z.literal(false),
})

const digits = z.object({ type: z.literal('Digits') })

type Step = z.infer<typeof bytes> | z.infer<typeof split> | z.infer<typeof digits>

const steps = z.object({
  type: z.literal('Sequence'),
  pretokenizers: z.array(z.union([bytes, split, digits])),
})

const documentSchema = z.object({
  added_tokens: z.array(addedToken).default([]),
  normalizer: z
    .union([nfc, z.object({ type: z.literal('Sequence'), normalizers: z.array(nfc) })])
    .nullish(),
  pre_tokenizer: z.union([bytes.transform((only) => [only]), steps.transform(stepsOf)]),
  decoder: z.object({ type: z.literal('ByteLevel') }),
  model: z.object({
    type: z.literal('BPE'),
    dropout: none,
    continuing_subword_prefix: none,
    end_of_word_suffix: none,
  }),
})

/** What is needed to find the cuts. */
type CertainCuts = Readonly<{ addedIds: ReadonlySet<number> }>

export function certainCuts(document: unknown): CertainCuts | null {
  const certain = documentSchema.safeParse(document).data
  if (certain === undefined || !splitsBetween(certain.pre_tokenizer)) return null
  return { addedIds: new Set(certain.added_tokens.map(({ id }) => id)) }
}

/** How tokens are spelled: a letter for each byte, as GPT-2 began it. */
const spelledBytes = /^[!-~\u00a1-\u00ac\u00ae-\u0143]+$/

export function wordCutsOf(
  { addedIds }: CertainCuts,
  tokenOf: (id: number) => string | null,
  vocabSize: number,
): WordCuts {
  const cuts = {
    endsInLetter: new Uint8Array(vocabSize),
    beginsWithSpace: new Uint8Array(vocabSize),
  }
  for (let id = 0; id < vocabSize; id++) {
    const token = addedIds.has(id) ? null : tokenOf(id)
    if (token === null || !spelledBytes.test(token)) continue
    cuts.endsInLetter[id] = Number(/[A-Za-z]$/.test(token))
    cuts.beginsWithSpace[id] = Number(token.startsWith('\u0120'))
  }
  return cuts
}

function holdsCut(content: string): boolean {
  return /[A-Za-z] /.test(content)
}

/** Behind the step that spells bytes out no space is a space any more. */
function splitsBetween(steps: readonly Step[]): boolean {
  const spelling = steps.findIndex(({ type }) => type === 'ByteLevel')
  if (spelling !== steps.length - 1) return false
  const splittings = steps.map(splittingOf)
  return !splittings.includes('unsure') && splittings.includes('between')
}

function stepsOf({ pretokenizers }: z.infer<typeof steps>): readonly Step[] {
  return pretokenizers
}

/** What ByteLevel splits by unless told not to; no pattern that a file could give. */
const builtInPattern =
  "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+"

function splittingOf(step: Step): SpaceSplitting {
  if (step.type === 'Digits') return 'apart'
  if (step.type === 'Split') return spaceSplitting(step.pattern.Regex)
  return step.use_regex ? spaceSplitting(builtInPattern) : 'apart'
}
