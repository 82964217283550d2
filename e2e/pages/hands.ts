// Two ways to do a task, by pointer and by keys, and what each costs.
import { expect, type Locator, type Page } from '@playwright/test'

export type Hand = Readonly<{
  name: 'pointer' | 'keys'
  /** A view of the rail, by its name and the key after G. */
  go(view: string, key: string): Promise<void>
  press(control: Locator): Promise<void>
  write(field: Locator, text: string): Promise<void>
  /** A box or one of several choices. */
  check(control: Locator): Promise<void>
}>

export const handOf = { pointer: pointerOn, keys: keysOn } as const

function pointerOn(window: Page): Hand {
  const rail = window.getByRole('navigation', { name: 'Main' })
  return {
    name: 'pointer',
    go: (view) => rail.getByRole('link', { name: view, exact: true }).click(),
    press: (control) => control.click(),
    write: (field, text) => field.fill(text),
    check: (control) => control.check(),
  }
}

function keysOn(window: Page): Hand {
  const { keyboard } = window
  return {
    name: 'keys',
    async go(_, key) {
      await keyboard.press('g')
      await keyboard.press(key)
    },
    async press(control) {
      await reach(window, control)
      await keyboard.press('Enter')
    },
    async write(field, text) {
      await reach(window, field)
      await keyboard.press('Control+a')
      await keyboard.type(text)
    },
    async check(control) {
      const name = await control.getAttribute('name')
      if (name === null) {
        await reach(window, control)
        return keyboard.press('Space')
      }
      // Tab reaches the chosen one of several, arrows the others.
      await reach(window, window.locator(`input[name="${name}"]:checked`))
      for (let turn = 0; turn < 20 && !(await control.isChecked()); turn++) {
        await keyboard.press('ArrowRight')
        // The next form may still be read.
        await expect(window.locator(`input[name="${name}"]:checked`)).toBeFocused()
      }
      await expect(control).toBeChecked()
    },
  }
}

/** With the Tab key, as far as a patient user goes. */
export async function reach(window: Page, control: Locator, mostStops = 150): Promise<void> {
  await expect(control).toBeVisible()
  /** Arrows lead to another row of a list that is one stop. */
  const nextKey = () =>
    control.evaluate((element) => {
      const focused = document.activeElement
      if (element === focused || focused === null) return element === focused ? null : 'Tab'
      const list = element.closest<HTMLElement>('[data-roving]')
      const rowOf = (one: Element) => one.closest(list?.dataset['roving'] ?? 'none')
      const current = rowOf(focused)
      if (list?.contains(focused) !== true || current === null || rowOf(element) === current)
        return 'Tab'
      const isAfter = focused.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING
      if (list.dataset['rovingDirection'] === 'across') return isAfter ? 'ArrowRight' : 'ArrowLeft'
      return isAfter ? 'ArrowDown' : 'ArrowUp'
    })
  for (let step = 0; step <= mostStops; step++) {
    const key = await nextKey()
    if (key === null) return
    await window.keyboard.press(key)
  }
  throw new Error(`Tab never reaches ${String(control)}`)
}

export type Effort = Readonly<{
  /** Clicks, fields that are filled, and presses of Enter. */
  inputs: number
  /** Presses of Tab. */
  stops: number
  seconds: number
}>

/** Counts from now on; the page counts by itself, so that no step is left out. */
export async function countEffort(window: Page): Promise<() => Promise<Effort>> {
  await window.evaluate(() => {
    const { dataset } = document.documentElement
    const isCounting = dataset['inputs'] !== undefined
    Object.assign(dataset, { inputs: '0', stops: '0' })
    if (isCounting) return
    const add = (what: 'inputs' | 'stops') => (dataset[what] = String(Number(dataset[what]) + 1))
    const isText = (target: EventTarget | null) =>
      target instanceof HTMLTextAreaElement ||
      (target instanceof HTMLInputElement && !['radio', 'checkbox'].includes(target.type))
    let last: EventTarget | null = null
    addEventListener('pointerdown', () => add('inputs'), true)
    addEventListener(
      'keydown',
      ({ key, target }) => {
        if (key === 'Enter' || (key === ' ' && !isText(target))) add('inputs')
        if (key === 'Tab') add('stops')
      },
      true,
    )
    addEventListener(
      'input',
      ({ target }) => {
        if (isText(target) && target !== last) add('inputs')
        last = target
      },
      true,
    )
  })
  const startedMs = performance.now()
  return async () => {
    const seconds = (performance.now() - startedMs) / 1000
    const counted = await window.evaluate(() => {
      const { inputs, stops } = document.documentElement.dataset
      return { inputs: Number(inputs), stops: Number(stops) }
    })
    return { ...counted, seconds }
  }
}
