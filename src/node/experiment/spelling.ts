// A long text as it is written in JSON, of which many requests send stretches.

export type Spelling = Readonly<{
  text: Uint8Array
  /** One per id or piece; at the end the length of the text. */
  starts: Uint32Array
}>

/** The same thing is spelled once. */
export function spelledOnce<Shared extends WeakKey>(
  spell: (shared: Shared) => Spelling,
): (shared: Shared) => Spelling {
  const known = new WeakMap<Shared, Spelling>()
  return (shared) => {
    const before = known.get(shared)
    if (before !== undefined) return before
    const spelling = spell(shared)
    known.set(shared, spelling)
    return spelling
  }
}
