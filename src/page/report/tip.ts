// What is told of the mark under the pointer.
import { html } from './elements.ts'

const tip = html('div', { id: 'tip', role: 'status', hidden: '' })
document.body.append(tip)

/** Null hides it. */
export function showTip(text: string | null, { clientX, clientY }: MouseEvent): void {
  tip.hidden = text === null
  if (text === null) return
  tip.textContent = text
  const left = Math.min(clientX + 14, innerWidth - tip.offsetWidth - 8)
  const top = Math.min(clientY + 14, innerHeight - tip.offsetHeight - 8)
  tip.style.left = `${Math.max(4, left)}px`
  tip.style.top = `${Math.max(4, top)}px`
}

/** Told while the pointer is over the mark. */
export function withTip<Mark extends Element>(mark: Mark, text: () => string): Mark {
  mark.addEventListener('pointermove', (event) => showTip(text(), event as PointerEvent))
  mark.addEventListener('pointerleave', (event) => showTip(null, event as PointerEvent))
  return mark
}
