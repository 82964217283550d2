// Runs an asynchronous function over a list, with limited parallelism, keeping the order of results.

export async function mapWithLimit<T, R>(
  items: readonly T[],
  limit: number,
  transform: (item: T) => Promise<R>,
): Promise<R[]> {
  const results = new Array<R>(items.length)
  const remaining = items.entries()
  const work = async (): Promise<void> => {
    for (const [index, item] of remaining) results[index] = await transform(item)
  }
  await Promise.all(Array.from({ length: limit }, work))
  return results
}
