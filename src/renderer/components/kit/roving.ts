// A single tab stop for a list, table or toolbar: Tab enters its current row, the arrows move between rows.
import type { ObjectDirective } from 'vue'

const controls = 'a[href], button:not(:disabled), input, summary, [tabindex="0"]'
/** Fields that use arrow keys themselves; in a toolbar, only those that use up and down. */
const ownArrows = {
  down: 'input:not([type="checkbox"]), textarea, select, [role="combobox"], [role="menu"]',
  across: 'input:not([type="checkbox"]), textarea, select, [role="menu"]',
} as const
const steps: Readonly<Record<Direction, Readonly<Record<string, number>>>> = {
  down: { ArrowDown: 1, ArrowUp: -1 },
  across: { ArrowRight: 1, ArrowLeft: -1 },
}

type Direction = keyof typeof ownArrows
type FocusGroup = {
  rows: string
  direction: Direction
  current: Element | null
  release: () => void
}

const focusGroups = new WeakMap<HTMLElement, FocusGroup>()
/** Controls that were not tab stops before. */
const unreached = new WeakSet<Element>()
const known = new WeakSet<Element>()

/** `v-roving="'tr'"`: the value selects the rows. With `v-roving.across` they are side by side. */
export const vRoving: ObjectDirective<HTMLElement, string, 'across'> = {
  mounted(list, { value: rows, modifiers }) {
    const direction = modifiers.across === true ? 'across' : 'down'
    const observer = new MutationObserver(() => place(list))
    observer.observe(list, { childList: true, subtree: true, attributeFilter: ['disabled'] })
    list.addEventListener('keydown', move)
    list.addEventListener('focusin', follow)
    Object.assign(list.dataset, { roving: rows, rovingDirection: direction })
    const release = () => observer.disconnect()
    focusGroups.set(list, { rows, direction, current: null, release })
    place(list)
  },
  updated: place,
  beforeUnmount(list) {
    focusGroups.get(list)?.release()
  },
}

function rowsOf(list: HTMLElement): readonly HTMLElement[] {
  const selector = focusGroups.get(list)?.rows ?? ''
  return [...list.querySelectorAll<HTMLElement>(selector)].filter(
    (row) => controlsOf(row).length > 0,
  )
}

function controlsOf(row: HTMLElement): readonly HTMLElement[] {
  const inside = [...row.querySelectorAll<HTMLElement>(controls)]
  const all = row.matches(controls) ? [row, ...inside] : inside
  for (const control of all) {
    if (!known.has(control) && control.tabIndex < 0) unreached.add(control)
    known.add(control)
  }
  return all.filter((control) => !unreached.has(control))
}

/** Only the controls of the current row are tab stops. */
function place(list: HTMLElement): void {
  const rows = rowsOf(list)
  const roving = focusGroups.get(list)
  if (roving === undefined) return
  const isHere = (row: HTMLElement) => row.contains(document.activeElement)
  const shown = (row: HTMLElement) => row.ariaCurrent !== null && row.ariaCurrent !== 'false'
  const body = rows.find((row) => row.closest('thead') === null)
  const last = rows.find((row) => row === roving.current)
  const current = rows.find(isHere) ?? rows.find(shown) ?? last ?? body ?? rows[0]
  for (const row of rows) {
    for (const control of controlsOf(row)) {
      const tabIndex = row === current ? 0 : -1
      if (control.tabIndex !== tabIndex) control.tabIndex = tabIndex
    }
  }
}

function follow({ currentTarget, target }: FocusEvent): void {
  if (!(currentTarget instanceof HTMLElement) || !(target instanceof Node)) return
  const roving = focusGroups.get(currentTarget)
  const row = rowsOf(currentTarget).find((one) => one.contains(target))
  if (roving === undefined || row === undefined) return
  roving.current = row
  place(currentTarget)
}

function move(event: KeyboardEvent): void {
  const { currentTarget: list, target, key } = event
  if (!(list instanceof HTMLElement) || !(target instanceof HTMLElement)) return
  const direction = focusGroups.get(list)?.direction ?? 'down'
  const step = steps[direction][key]
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
  if (target.closest(ownArrows[direction]) !== null || event.defaultPrevented) return
  const rows = rowsOf(list)
  const at = rows.findIndex((row) => row.contains(target))
  const next = rows[at + step]
  if (at < 0 || next === undefined) return
  event.preventDefault()
  const column = controlsOf(rows[at] ?? next).indexOf(target)
  const wanted = controlsOf(next)
  const control = wanted[Math.min(Math.max(column, 0), wanted.length - 1)]
  control?.focus()
  next.scrollIntoView({ block: 'nearest' })
}
