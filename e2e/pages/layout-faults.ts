// What is wrong with the layout of a page, measured in the DOM: overflow, text that is cut, and controls under others.
import type { Page } from '@playwright/test'

/** One line per fault. */
export function layoutFaults(window: Page): Promise<string[]> {
  return window.evaluate(() => {
    const faults: string[] = []
    const root = document.documentElement
    if (root.scrollWidth > innerWidth) faults.push(`page: ${root.scrollWidth} > ${innerWidth} px`)
    // The view scrolls, never the shell around it.
    if (root.scrollHeight > innerHeight)
      faults.push(`height: ${root.scrollHeight} > ${innerHeight}`)

    const nameOf = (element: Element) =>
      `${element.tagName.toLowerCase()}.${element.className.toString().split(' ')[0] ?? ''} "${(
        element.textContent ?? ''
      )
        .trim()
        .slice(0, 40)}"`
    const isVisible = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      element.getBoundingClientRect().width > 1

    /** Cut off within its own box, without a title that says it whole. */
    for (const element of document.querySelectorAll('#app *')) {
      const hasText = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== '',
      )
      if (!hasText || !isVisible(element)) continue
      const { overflowX, clipPath } = getComputedStyle(element)
      if (!['hidden', 'clip'].includes(overflowX) || clipPath !== 'none') continue
      if (element.scrollWidth > element.clientWidth + 1 && element.closest('[title]') === null)
        faults.push(`cut: ${nameOf(element)}`)
    }

    /** A head of a column that runs into the next. */
    for (const head of document.querySelectorAll('#app th')) {
      if (isVisible(head) && head.scrollWidth > head.clientWidth + 1)
        faults.push(`too wide: ${nameOf(head)}`)
    }

    /** Beyond the edge of the window, where nothing scrolls to it. */
    for (const element of document.querySelectorAll(
      '#app :is(button, a, input, select, textarea, h1, h2, h3, p, dt, dd, label)',
    )) {
      if (!isVisible(element) || element.closest('.sr-only, .skip') !== null) continue
      const { right } = element.getBoundingClientRect()
      if (right > innerWidth + 1 && !canScrollSideways(element))
        faults.push(`beyond the edge: ${nameOf(element)}`)
    }

    /** Within the page and every box that scrolls it, something else is on top of its centre. */
    for (const control of document.querySelectorAll(
      '#app :is(button, a, input, select, textarea)',
    )) {
      if (!isVisible(control) || control.closest('.sr-only, .skip') !== null) continue
      const { left, right, top, bottom } = control.getBoundingClientRect()
      const [x, y] = [(left + right) / 2, (top + bottom) / 2]
      if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) continue
      const found = document.elementFromPoint(x, y)
      if (found === null || control.contains(found) || found.contains(control)) continue
      if (found.closest('label') !== null || isScrolledAway(control, x, y)) continue
      if (found.closest('thead, [role=toolbar], [role=tablist], .start, .name') !== null) continue
      faults.push(`covered: ${nameOf(control)} by ${nameOf(found)}`)
    }
    return [...new Set(faults)]

    function canScrollSideways(element: Element): boolean {
      for (let box = element.parentElement; box !== null; box = box.parentElement) {
        const { overflowX } = getComputedStyle(box)
        if (overflowX === 'hidden' || overflowX === 'clip') return false
        const isOwn = box.matches('.view, .view-body, .composer, .list-and-detail')
        if (overflowX !== 'visible' && !isOwn) return true
      }
      return false
    }

    function isScrolledAway(element: Element, x: number, y: number): boolean {
      for (let box = element.parentElement; box !== null; box = box.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(box)
        if (overflowX === 'visible' && overflowY === 'visible') continue
        const { left, right, top, bottom } = box.getBoundingClientRect()
        if (x < left || x > right || y < top || y > bottom) return true
      }
      return false
    }
  })
}
