// The glossary term at a place on the screen, in whatever text stands there.
import type { GlossaryTexts, TermId } from '#core/messages/glossary-texts.ts'
import { findTerms } from './find-terms.ts'

export type PlacedTerm = Readonly<{ id: TermId; box: DOMRect }>

/** Commands, logs and text that is being typed mean no terms. */
const plain = 'pre, code, kbd, .mono, textarea, input, [role=log], [role=tooltip]'

export function termAt(x: number, y: number, glossary: GlossaryTexts<TermId>): PlacedTerm | null {
  const node = document.caretPositionFromPoint(x, y)?.offsetNode
  if (!(node instanceof Text) || node.parentElement?.closest(plain)) return null
  for (const { id, start, end } of findTerms(node.data, glossary)) {
    const range = document.createRange()
    range.setStart(node, start)
    range.setEnd(node, end)
    const box = [...range.getClientRects()].find((each) => holds(each, x, y))
    if (box !== undefined) return { id, box }
  }
  return null
}

export function holds({ left, right, top, bottom }: DOMRect, x: number, y: number): boolean {
  return x >= left && x <= right && y >= top && y <= bottom
}
