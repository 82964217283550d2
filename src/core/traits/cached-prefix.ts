// Random prompts, a share of which begins with a prefix that the server has cached.

export type CachedPrefix = Readonly<{ randomCacheHitFraction: number; randomCacheRatio: number }>

export type IdDraw = CachedPrefix & Readonly<{ promptTokenIds: boolean }>

export function hasCachedPrefix({
  randomCacheHitFraction,
  randomCacheRatio,
}: CachedPrefix): boolean {
  return randomCacheHitFraction > 0 && randomCacheRatio > 0
}

/** Needs no tokenizer, because no prompt is truncated or padded. */
export function drawsIdsUnaided(config: IdDraw): boolean {
  return config.promptTokenIds && !hasCachedPrefix(config)
}
