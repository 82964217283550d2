// Aborts if there is no progress for too long.

export type StallWatch = Readonly<{
  signal: AbortSignal
  moved(): void
  end(): void
}>

export function stallWatch(longestMs: number): StallWatch {
  const stalled = new AbortController()
  const timer = setTimeout(() => stalled.abort(), longestMs)
  return {
    signal: stalled.signal,
    moved: () => void timer.refresh(),
    end: () => clearTimeout(timer),
  }
}
