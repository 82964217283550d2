// Finds terms of the glossary in a text.
import type { GlossaryTexts, TermId } from '#core/messages/glossary-texts.ts'

export type FoundTerm = Readonly<{ id: TermId; start: number; end: number }>

type Finder = Readonly<{ pattern: RegExp; ids: ReadonlyMap<string, TermId> }>

const finders = new WeakMap<GlossaryTexts<TermId>, Finder>()

/** Terms from left to right, the longest of several matches. Latin words match only as a whole, except for a plural ending. */
export function findTerms(text: string, glossary: GlossaryTexts<TermId>): readonly FoundTerm[] {
  const { pattern, ids } = finderOf(glossary)
  return [...text.matchAll(pattern)].flatMap((match) => {
    const id = ids.get(plainSpelling(match[0]))
    return id === undefined ? [] : [{ id, start: match.index, end: match.index + match[0].length }]
  })
}

/** Treats non-breaking spaces as spaces. */
function plainSpelling(text: string): string {
  return text.replaceAll(/\s/g, ' ').toLowerCase()
}

function finderOf(glossary: GlossaryTexts<TermId>): Finder {
  const known = finders.get(glossary)
  if (known !== undefined) return known
  const ids = new Map(
    Object.entries(glossary).flatMap(([id, { name, spelled = [name] }]) =>
      spelled.map((spelling) => [plainSpelling(spelling), id as TermId] as const),
    ),
  )
  const spellings = [...ids.keys()].sort((a, b) => b.length - a.length).map(asPattern)
  const finder = { pattern: new RegExp(spellings.join('|'), 'gi'), ids }
  finders.set(glossary, finder)
  return finder
}

function asPattern(spelling: string): string {
  const escaped = spelling.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '\\s')
  return /^[\w %./-]+$/.test(spelling) ? `(?<![\\w-])${escaped}(?![\\w-]|\\.\\d)` : escaped
}
