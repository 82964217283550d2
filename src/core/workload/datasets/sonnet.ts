// Prompts from the lines of a poem: a common prefix, then random lines, up to a length in tokens.
import { message } from '#core/messages/message.ts'
import { appError, AppError } from '#core/model/app-error.ts'
import type { SonnetRecipe } from '#core/compat/compat-profile.ts'
import type { PythonRandom } from '#core/random/python-random.ts'
import { renderedPrompts, type Tokenizer } from '../tokenizer.ts'
import type { SampledRequest } from '../sampled-request.ts'

type SonnetSpec = Readonly<{
  count: number
  /** Maximum tokens of a prompt in the chat template. */
  inputLen: number
  outputLen: number
  /** Tokens of the common prefix, instruction included. */
  prefixLen: number
  random: PythonRandom
  requestIdPrefix: string
  /** False for chat, because the server applies the template. */
  sendRendered: boolean
  recipe: SonnetRecipe
}>

type Plan = Readonly<{ lines: readonly string[]; beginning: string; drawnLines: number }>
type Candidate = Readonly<{ prompt: string; promptTokens: number }>

type RecipeTraits = Readonly<{
  draw: (lines: readonly string[], count: number, random: PythonRandom) => readonly string[]
  /** Redraws prompts that are too long. */
  keepsLimit: boolean
  /** Minimum lines of a prompt, including the prefix. */
  fewestLines: number
}>

const anyLines: RecipeTraits['draw'] = (lines, count, random) => random.choices(lines, count)

const recipes: Readonly<Record<SonnetRecipe, RecipeTraits>> = {
  distinct: {
    draw: (lines, count, random) => random.sample(lines, count),
    keepsLimit: false,
    fewestLines: 0,
  },
  any: { draw: anyLines, keepsLimit: false, fewestLines: 0 },
  'any-within-limit': { draw: anyLines, keepsLimit: true, fewestLines: 0 },
  'some-within-limit': { draw: anyLines, keepsLimit: true, fewestLines: 1 },
}

const instruction = 'Pick as many lines as you can from these poem lines:\n'
/** After this number of consecutive prompts that are too long, none is expected to fit. */
const maxRejectedInARow = 1000

/** Requires lines that include their line feeds. */
export async function sampleSonnet(
  lines: readonly string[],
  spec: SonnetSpec,
  tokenizer: Tokenizer,
): Promise<SampledRequest[]> {
  const { draw, keepsLimit } = recipes[spec.recipe]
  const limit = keepsLimit ? spec.inputLen : Infinity
  const plan = await planLines(lines, spec, tokenizer)
  const fitting: Candidate[] = []
  let rejected = 0
  while (fitting.length < spec.count) {
    const texts = Array.from({ length: spec.count - fitting.length }, () =>
      poemOf(plan, draw(plan.lines, plan.drawnLines, spec.random)),
    )
    const candidates = await measured(texts, spec, tokenizer)
    const kept = candidates.filter(({ promptTokens }) => promptTokens <= limit)
    fitting.push(...kept)
    rejected = kept.length > 0 ? 0 : rejected + texts.length
    if (rejected >= maxRejectedInARow) throw nothingFits(spec)
  }
  return fitting.map((candidate, index) => ({
    ...candidate,
    expectedOutputTokens: spec.outputLen,
    requestId: `${spec.requestIdPrefix}${index}`,
  }))
}

/** Number of common and of drawn lines, from the mean length of a line. */
async function planLines(
  lines: readonly string[],
  { inputLen, prefixLen, recipe }: SonnetSpec,
  tokenizer: Tokenizer,
): Promise<Plan> {
  const encoded = await tokenizer.encode(lines, true)
  const meanTokens = encoded.reduce((sum, ids) => sum + ids.length, 0) / lines.length
  const [bare] = await tokenizer.encode(await renderedPrompts([instruction], tokenizer), true)
  const bareTokens = bare?.length ?? 0
  if (inputLen <= bareTokens) {
    throw appError(
      'invalid-input',
      'workload.sonnetTooShort',
      { length: inputLen, taken: bareTokens },
      { field: 'sonnetInputLen' },
    )
  }
  const linesIn = (tokens: number): number => roundHalfEven((tokens - bareTokens) / meanTokens)
  const prefixLines = Math.max(linesIn(prefixLen), 0)
  return {
    lines,
    beginning: instruction + lines.slice(0, prefixLines).join(''),
    drawnLines: Math.max(Math.max(linesIn(inputLen), recipes[recipe].fewestLines) - prefixLines, 0),
  }
}

function poemOf({ beginning }: Plan, drawn: readonly string[]): string {
  return beginning + drawn.join('')
}

/** Caches texts, because a poem of few lines repeats them: each is rendered and encoded once. */
async function measured(
  texts: readonly string[],
  { sendRendered }: SonnetSpec,
  tokenizer: Tokenizer,
): Promise<Candidate[]> {
  const distinct = [...new Set(texts)]
  const rendered = await renderedPrompts(distinct, tokenizer)
  const encoded = await tokenizer.encode(rendered, true)
  const measuredTexts = new Map(
    distinct.map((text, index) => {
      const prompt = sendRendered ? (rendered[index] ?? text) : text
      return [text, { prompt, promptTokens: encoded[index]?.length ?? 0 }]
    }),
  )
  return texts.flatMap((text) => measuredTexts.get(text) ?? [])
}

function nothingFits({ inputLen, prefixLen }: SonnetSpec): AppError {
  return new AppError(
    'invalid-input',
    message('workload.sonnetRejected', { count: maxRejectedInARow, length: inputLen }),
    {
      field: 'sonnetInputLen',
      remedy: message('workload.sonnetRejected.remedy', { length: prefixLen }),
    },
  )
}

/** Python's `round`. */
function roundHalfEven(value: number): number {
  const rounded = Math.round(value)
  return Math.abs(value % 1) === 0.5 && rounded % 2 !== 0 ? rounded - 1 : rounded
}
