// Determines from a tokenizer.json whether texts can be split between words. Anything not certain to belong to a known family
// counts as uncertain.
import { z } from 'zod'
import type { WordCuts } from '#core/workload/random/word-cuts.ts'
import type { ByteLevelRules, Split } from './byte-pair-coder.ts'
import type { TokenSpelling } from './measure-vocabulary.ts'
import { unsplitSpelling } from './unsplit-cuts.ts'
import { patternHere, spaceSplitting, type SpaceSplitting } from './split-pattern.ts'

export type CertainCuts = Readonly<{ spelling: TokenSpelling; added: ReadonlySet<string> }>

/** Neither its text nor the spaces that it absorbs may extend across a cut. */
const addedToken = z
  .object({
    content: z.string(),
    single_word: z.literal(false),
    rstrip: z.boolean(),
  })
  .refine(({ content, rstrip }) => {
    const taken = rstrip ? `${content} ` : content
    return !holdsCut(taken) && !holdsCut(taken.normalize('NFC'))
  })

const addedTokens = z.object({ added_tokens: z.array(addedToken).default([]) })

const none = z.union([z.null(), z.literal(''), z.literal(0)]).optional()

/** The same text is always encoded identically, and words carry no affixes. */
const steadyBytePairs = z.object({
  model: z.object({
    type: z.literal('BPE'),
    ignore_merges: z.boolean().default(false),
    dropout: none,
    continuing_subword_prefix: none,
    end_of_word_suffix: none,
  }),
})

export function certainCuts(document: unknown): CertainCuts | null {
  const added = addedTokens.safeParse(document).data?.added_tokens
  const spelling = spellingOf(document)
  if (added === undefined || spelling === null) return null
  return { spelling, added: new Set(added.map(({ content }) => content)) }
}

function spellingOf(document: unknown): TokenSpelling | null {
  if (!steadyBytePairs.safeParse(document).success) return wholeWordSpelling(document)
  return byteLevelSpelling(document) ?? unsplitSpelling(document)
}

export function wordCutsOf(
  { spelling, added }: CertainCuts,
  tokenOf: (id: number) => string | null,
  size: number,
): WordCuts {
  const { joint, word } = spelling
  const cuts = { endsWord: new Uint8Array(size), beginsWord: new Uint8Array(size), joint }
  for (let id = 0; id < size; id++) {
    const token = tokenOf(id) ?? ''
    const isText = added.has(token) ? spelling.ofAdded : spelling.ofModel
    if (!isText.test(token)) continue
    cuts.endsWord[id] = Number(/[A-Za-z]$/.test(token))
    cuts.beginsWord[id] = Number(word.test(token))
  }
  return cuts
}

function holdsCut(content: string): boolean {
  return /[A-Za-z][ \u2581]/.test(content)
}

/** A tokenizer that splits texts at spaces before it looks up a word; its decoder joins tokens with spaces. */
const wholeWordSchema = z.object({
  normalizer: z.object({ type: z.literal('Lowercase') }).nullish(),
  pre_tokenizer: z.object({ type: z.enum(['WhitespaceSplit', 'Whitespace', 'BertPreTokenizer']) }),
  decoder: z.null().optional(),
  added_tokens: z.array(z.object({ content: z.string().regex(/^\S+$/) })).default([]),
  model: z.object({ type: z.literal('WordLevel'), unk_token: z.string() }),
})

const wholeWords: TokenSpelling = {
  word: /^[A-Za-z]/,
  joint: ' ',
  ofModel: /^[!-~]+$/,
  ofAdded: /^[!-~]+$/,
}

/** Null if words may depend on their neighbours, or if this is unknown. */
function wholeWordSpelling(document: unknown): TokenSpelling | null {
  return wholeWordSchema.safeParse(document).success ? wholeWords : null
}

const nfc = z.object({ type: z.literal('NFC') })

const bytes = z.object({
  type: z.literal('ByteLevel'),
  add_prefix_space: z.literal(false),
  use_regex: z.boolean().default(true),
})

/** Words are the matches; text between them is either another word or dropped. */
const split = z
  .object({
    type: z.literal('Split'),
    pattern: z.object({ Regex: z.string() }),
    behavior: z.enum(['Isolated', 'Removed']),
    invert: z.boolean(),
  })
  .refine(({ behavior, invert }) => invert === (behavior === 'Removed'))

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

/** Null if texts may be split differently, or if this is unknown. */
function byteLevelSpelling(document: unknown): TokenSpelling | null {
  const steps = documentSchema.safeParse(document).data?.pre_tokenizer
  return steps !== undefined && splitBetween(steps) ? bytesAsLetters : null
}

/** No space is left after the step that writes bytes as letters. */
function splitBetween(steps: readonly Step[]): boolean {
  if (steps.findIndex(({ type }) => type === 'ByteLevel') !== steps.length - 1) return false
  const splittings = steps.map(splittingOf)
  return !splittings.includes('unsure') && splittings.includes('between')
}

/** Default pattern of ByteLevel. */
const usualPattern =
  "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+"

/** Added tokens that decode to their own text: ASCII, or with a character that is not a byte letter. */
const plainTokens = z.object({
  added_tokens: z
    .array(z.object({ id: z.int(), content: z.string().regex(/^[ -~]+$|[^!-~\u00a1-\u0143]/) }))
    .default([]),
})

/** How texts are encoded, or null if the library might encode them differently from `BytePairCoder`. */
export function byteLevelRules(document: unknown): ByteLevelRules | null {
  const model = steadyBytePairs.safeParse(document).data?.model
  const added = plainTokens.safeParse(document).data?.added_tokens
  const { pre_tokenizer: steps, normalizer } = documentSchema.safeParse(document).data ?? {}
  if (model === undefined || added === undefined || steps?.at(-1)?.type !== 'ByteLevel') return null
  const splits = steps.flatMap(splitsOf)
  if (!splits.every((each) => each !== null)) return null
  return {
    splits,
    isNormalized: normalizer?.type === 'NFC' || (normalizer?.normalizers ?? []).length > 0,
    ignoresMerges: model.ignore_merges,
    added: new Map(added.map(({ id, content }) => [id, content])),
  }
}

const templateSchema = z.object({
  type: z.literal('TemplateProcessing'),
  single: z.array(z.object({ SpecialToken: z.object({ id: z.string() }).optional() })),
  special_tokens: z.record(z.string(), z.object({ ids: z.array(z.int()) })),
})
const processor = z.union([
  z.null().transform(() => 0),
  z.object({ type: z.literal('ByteLevel') }).transform(() => 0),
  templateSchema.transform(({ single, special_tokens: tokens }) =>
    single.reduce(
      (sum, { SpecialToken: mark }) => sum + (tokens[mark?.id ?? '']?.ids.length ?? 0),
      0,
    ),
  ),
])
const processors = z.object({
  post_processor: z
    .union([processor, z.object({ type: z.literal('Sequence'), processors: z.array(processor) })])
    .default(0),
})

/** Number of special tokens added to a text; null if unknown. */
export function templateLength(document: unknown): number | null {
  const added = processors.safeParse(document).data?.post_processor ?? null
  if (added === null || typeof added === 'number') return added
  return added.processors.reduce((sum, each) => sum + each, 0)
}

function splitsOf(step: Step): readonly (Split | null)[] {
  if (step.type === 'Digits') return [null]
  if (step.type === 'Split') return [splitBy(step.pattern.Regex, step.invert)]
  return step.use_regex ? [splitBy(usualPattern, false)] : []
}

function splitBy(regex: string, dropsOthers: boolean): Split | null {
  const pattern = patternHere(regex)
  return pattern && { pattern, dropsOthers }
}

function splittingOf(step: Step): SpaceSplitting {
  if (step.type === 'Digits') return 'apart'
  if (step.type === 'Split') return spaceSplitting(step.pattern.Regex)
  return step.use_regex ? spaceSplitting(usualPattern) : 'apart'
}
