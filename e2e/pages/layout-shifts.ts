// What moves on a page after its first paint without a user's input, as the browser's Layout Instability API reports it.
import type { Page } from '@playwright/test'

export type LayoutShifts = Readonly<{ score: number; shifts: readonly string[] }>

/** Delays every message of the server, so that a page paints before its data arrives however fast the machine is. */
export async function delayMessages(window: Page, delayMs: number): Promise<void> {
  await window.routeWebSocket(/\/api$/, (socket) => {
    const server = socket.connectToServer()
    socket.onMessage((message) => server.send(message))
    server.onMessage((message) => void setTimeout(() => socket.send(message), delayMs))
  })
}

/** Since the page was loaded, once its DOM has not changed for `quietMs`, or after `atMostMs`: live figures keep changing. */
export function layoutShifts(
  window: Page,
  waits: Readonly<{ quietMs: number; atMostMs: number }>,
): Promise<LayoutShifts> {
  return window.evaluate(async ({ quietMs, atMostMs }) => {
    await new Promise<void>((resolve) => {
      let quiet = setTimeout(resolve, quietMs)
      setTimeout(resolve, atMostMs)
      new MutationObserver(() => {
        clearTimeout(quiet)
        quiet = setTimeout(resolve, quietMs)
      }).observe(document, {
        subtree: true,
        childList: true,
        characterData: true,
        attributes: true,
      })
    })

    type Shift = PerformanceEntry & {
      value: number
      hadRecentInput: boolean
      sources: readonly { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
    }
    const entries = await new Promise<Shift[]>((resolve) => {
      const observer = new PerformanceObserver((list) => resolve(list.getEntries() as Shift[]))
      observer.observe({ type: 'layout-shift', buffered: true })
      setTimeout(() => resolve([]), 100)
    })
    const unasked = entries.filter(({ hadRecentInput }) => !hadRecentInput)
    return {
      score: unasked.reduce((sum, { value }) => sum + value, 0),
      shifts: unasked.flatMap(({ value, startTime, sources }) =>
        sources.map(
          ({ node, previousRect, currentRect }) =>
            `${value.toFixed(4)} at ${startTime.toFixed(0)} ms: ${nameOf(node)} ${rectOf(previousRect)} → ${rectOf(currentRect)}`,
        ),
      ),
    }

    function nameOf(node: Node | null): string {
      const element = node instanceof Element ? node : node?.parentElement
      const text = (node?.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 40)
      return `${element?.tagName.toLowerCase() ?? '?'}.${element?.getAttribute('class') ?? ''} "${text}"`
    }

    function rectOf({ x, y, width, height }: DOMRect): string {
      return [x, y, width, height].map(Math.round).join(',')
    }
  }, waits)
}
