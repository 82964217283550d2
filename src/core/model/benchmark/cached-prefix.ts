// Random prompts of which a share begins with one prefix that the server has cached.

export type CachedPrefix = Readonly<{ randomCacheHitFraction: number; randomCacheRatio: number }>

export type IdDraw = CachedPrefix & Readonly<{ promptTokenIds: boolean }>

export function hasCachedPrefix({
  randomCacheHitFraction,
  randomCacheRatio,
}: CachedPrefix): boolean {
  return randomCacheHitFraction > 0 && randomCacheRatio > 0
}

/** Without a tokenizer: no prompt has to be brought to a length. */
export function drawsIdsUnaided(config: IdDraw): boolean {
  return config.promptTokenIds && !hasCachedPrefix(config)
}
