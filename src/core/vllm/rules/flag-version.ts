// Whether a version of vLLM takes a flag, as far as sampled versions show.
import type { ServeFlag } from '../flags/serve-flag.ts'

/** Null where the samples do not show it: the flag was added or removed between two of them. */
export function takesFlag(
  { since, until }: Pick<ServeFlag, 'since' | 'until'>,
  version: string,
  samples: readonly string[],
): boolean | null {
  if (until !== undefined && isAfter(version, until)) {
    const firstWithout = samples.find((sample) => isAfter(sample, until))
    return firstWithout !== undefined && !isAfter(firstWithout, version) ? false : null
  }
  if (since !== undefined && isAfter(since, version)) {
    const lastWithout = samples.findLast((sample) => isAfter(since, sample))
    return lastWithout !== undefined && !isAfter(version, lastWithout) ? false : null
  }
  return true
}

/** By the numbers alone: a suffix such as `rc1` or `+cu129` counts for nothing. */
export function isAfter(version: string, other: string): boolean {
  const [numbers, others] = [numbersIn(version), numbersIn(other)]
  const index = [0, 1, 2].find((at) => (numbers[at] ?? 0) !== (others[at] ?? 0))
  return index !== undefined && (numbers[index] ?? 0) > (others[index] ?? 0)
}

function numbersIn(version: string): number[] {
  return (/^\d+(\.\d+)*/.exec(version)?.[0] ?? '').split('.').map(Number)
}
