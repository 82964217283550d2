// Byte pair encodings of bytes whose patterns split texts between a letter and a space before any merge.
import { z } from 'zod'
import type { TokenSpelling } from './measure-vocabulary.ts'
import { spaceSplitting, type SpaceSplitting } from './split-pattern.ts'

const nfc = z.object({ type: z.literal('NFC') })

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

const step = z.union([bytes, split, digits])

type Step = z.infer<typeof step>

const sequence = z.object({ type: z.literal('Sequence'), pretokenizers: z.array(step) })

const documentSchema = z.object({
  normalizer: z
    .union([nfc, z.object({ type: z.literal('Sequence'), normalizers: z.array(nfc) })])
    .nullish(),
  pre_tokenizer: z.union([
    bytes.transform((only): readonly Step[] => [only]),
    sequence.transform(({ pretokenizers }): readonly Step[] => pretokenizers),
  ]),
  decoder: z.object({ type: z.literal('ByteLevel') }),
})

/** A letter for each byte, as in GPT-2; added tokens are written unchanged. */
const bytesAsLetters: TokenSpelling = {
  word: /^[\u0120 ]/,
  joint: '',
  ofModel: /^[!-~\u00a1-\u00ac\u00ae-\u0143]+$/,
  ofAdded: /^[ -~]+$/,
}

/** Null if texts may be split otherwise, or this is unknown. */
export function byteLevelSpelling(document: unknown): TokenSpelling | null {
  const steps = documentSchema.safeParse(document).data?.pre_tokenizer
  return steps !== undefined && splitBetween(steps) ? bytesAsLetters : null
}

/** After the step that writes bytes as letters no space is left. */
function splitBetween(steps: readonly Step[]): boolean {
  if (steps.findIndex(({ type }) => type === 'ByteLevel') !== steps.length - 1) return false
  const splittings = steps.map(splittingOf)
  return !splittings.includes('unsure') && splittings.includes('between')
}

/** Default pattern of ByteLevel. */
const usualPattern =
  "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+"

function splittingOf(step: Step): SpaceSplitting {
  if (step.type === 'Digits') return 'apart'
  if (step.type === 'Split') return spaceSplitting(step.pattern.Regex)
  return step.use_regex ? spaceSplitting(usualPattern) : 'apart'
}
