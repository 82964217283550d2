// How the random dataset was drawn and adjusted to length over the years.
import type { RandomRecipe } from '#core/compat/compat-profile.ts'
import { fitInOrder, type FitTools, type PromptDraft } from './exact-length.ts'
import {
  drawAnyIds,
  drawBothSides,
  drawLowerEnd,
  drawOrdinaryIds,
  type DrawRandom,
} from './random-drawing.ts'
import type { PromptText, RoundTrips } from './round-trips.ts'
import type { KeepText } from '../stored-text.ts'
import type { TokenIds } from '../token-ids.ts'

/** `targetTokens` with the prefix, `inputTokens` without it. */
type RandomDraft = PromptDraft & Readonly<{ inputTokens: number }>

type FinishedPrompt = Readonly<{ text: PromptText; promptTokens: number }>

type Finish = (
  drafts: readonly RandomDraft[],
  tools: FitTools,
  keepText: KeepText,
) => Promise<FinishedPrompt[]>

type RecipeSteps = Readonly<{ draw: DrawRandom; fitsPrefix: boolean; finish: Finish }>

export const randomRecipes: Readonly<Record<RandomRecipe, RecipeSteps>> = {
  'as-decoded': { draw: drawLowerEnd, fitsPrefix: false, finish: inBatches(asDecoded) },
  'cut-to-input': { draw: drawBothSides, fitsPrefix: false, finish: inBatches(cutToInput) },
  'cut-to-total': { draw: drawAnyIds, fitsPrefix: false, finish: inBatches(cutToTotal) },
  fitted: { draw: drawAnyIds, fitsPrefix: false, finish: fitted },
  'fitted-ordinary': { draw: drawOrdinaryIds, fitsPrefix: true, finish: fitted },
}

/** Number of prompts tokenized in one call; keeps cancellation responsive. */
const batchSize = 256

function inBatches(
  finish: (drafts: readonly RandomDraft[], tools: FitTools) => Promise<FinishedPrompt[]>,
): Finish {
  return async (drafts, tools, keepText) => {
    const finished: FinishedPrompt[] = []
    for (let first = 0; first < drafts.length; first += batchSize) {
      const batch = await finish(drafts.slice(first, first + batchSize), tools)
      finished.push(...batch.map((prompt) => ({ ...prompt, text: keepText(prompt.text) })))
    }
    return finished
  }
}

async function asDecoded(
  drafts: readonly RandomDraft[],
  { roundTrips }: FitTools,
): Promise<FinishedPrompt[]> {
  const texts = await roundTrips.decode(drafts.map(({ ids }) => ids))
  return drafts.map(({ targetTokens }, index) => ({
    text: texts[index] ?? '',
    promptTokens: targetTokens,
  }))
}

/** Prompts are truncated by the length of their prefix, but counted as if they were not. */
async function cutToInput(
  drafts: readonly RandomDraft[],
  { roundTrips }: FitTools,
): Promise<FinishedPrompt[]> {
  const limits = drafts.map(({ ids, inputTokens }) => ({ ids, limit: inputTokens }))
  const cut = await cutTo(limits, roundTrips)
  return cut.map(({ text }, index) => ({ text, promptTokens: drafts[index]?.targetTokens ?? 0 }))
}

function cutToTotal(
  drafts: readonly RandomDraft[],
  { roundTrips }: FitTools,
): Promise<FinishedPrompt[]> {
  return cutTo(
    drafts.map(({ ids, targetTokens }) => ({ ids, limit: targetTokens })),
    roundTrips,
  )
}

/** One round trip, then truncated if too long; short prompts remain short. */
async function cutTo(
  drafts: readonly Readonly<{ ids: TokenIds; limit: number }>[],
  roundTrips: RoundTrips,
): Promise<FinishedPrompt[]> {
  const encoded = await roundTrips.thereAndBack(drafts.map(({ ids }) => ids))
  const cut = encoded.map(({ ids }, index) => ids.upTo(drafts[index]?.limit ?? 0))
  const texts = await roundTrips.decode(cut)
  return cut.map((ids, index) => ({ text: texts[index] ?? '', promptTokens: ids.length }))
}

async function fitted(
  drafts: readonly RandomDraft[],
  tools: FitTools,
  keepText: KeepText,
): Promise<FinishedPrompt[]> {
  const prompts: FinishedPrompt[] = []
  for await (const together of fitInOrder(drafts, tools)) {
    for (const { text, ids } of together) {
      prompts.push({ text: keepText(text), promptTokens: ids.length })
    }
  }
  return prompts
}
