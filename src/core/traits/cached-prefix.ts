// Random prompts of which a share begins with one prefix that the server has cached.

export type CachedPrefix = Readonly<{ randomCacheHitFraction: number; randomCacheRatio: number }>

export type IdDraw = CachedPrefix & Readonly<{ promptTokenIds: boolean }>

export function hasCachedPrefix({
  randomCacheHitFraction,
  randomCacheRatio,
}: CachedPrefix): boolean {
  return randomCacheHitFraction > 0 && randomCacheRatio > 0
}

/** Needs no tokenizer: no prompt is cut or padded to a length. */
export function drawsIdsUnaided(config: IdDraw): boolean {
  return config.promptTokenIds && !hasCachedPrefix(config)
}
