// The newest lines of a log, bounded, so that a chatty server cannot fill the window's memory.

const kept = 5_000

export function appendLines(known: readonly string[], added: readonly string[]): readonly string[] {
  return [...known, ...added].slice(-kept)
}
