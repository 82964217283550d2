// How soon the window is there, on loopback: bytes and paint of the first view, then the time to every other.
//   npm run build && node bench/window-speed.ts [loads, 10]
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { openPlace, seeded, seedFolder } from '../e2e/pages/seeded.ts'
import { inWindow } from './window/in-window.ts'

const loads = Number(process.argv[2] ?? 10)
const folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-window-speed-'))
await seedFolder(folder)
await inWindow(folder, measure)

async function measure(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  for (const cached of [false, true]) await reportFirstView(page, cached)
  const places = {
    ...{
      settings: '/settings',
      start: '/',
      servers: '/servers',
      hosts: '/hosts',
      bench: '/bench',
      sweeps: '/sweeps',
    },
    ...{ 'new sweep': '/sweeps/new', results: '/results', calibrate: '/calibrate' },
    ...{ sweep: seeded.knee, run: seeded.steady },
  }
  // The other views are loaded ahead.
  await page.waitForLoadState('networkidle')
  console.log('view        first (ms)  again (ms)')
  const first = new Map<string, number>()
  for (const [name, place] of Object.entries(places)) first.set(name, await shownAfter(page, place))
  for (const [name, place] of Object.entries(places)) {
    const again: number[] = []
    for (let count = 0; count < loads; count++) {
      await shownAfter(page, place === '/settings' ? '/hosts' : '/settings')
      again.push(await shownAfter(page, place))
    }
    const times = [first.get(name) ?? Number.NaN, median(again)].map((ms) =>
      ms.toFixed(0).padStart(12),
    )
    console.log(name.padEnd(10) + times.join(''))
  }
}

async function reportFirstView(page: Page, cached: boolean): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: !cached })
  let bytes = 0
  const paints: number[] = []
  for (let count = 0; count < loads; count++) {
    await page.reload()
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    bytes += await bytesOfFirstView(page)
    const paint = page.evaluate(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    )
    paints.push(await paint)
  }
  await session.detach()
  const kB = (bytes / loads / 1000).toFixed(0)
  const text = `${kB} kB, first contentful paint after ${median(paints).toFixed(0)} ms`
  console.log(`${cached ? 'cached' : 'uncached'}: ${text} (medians of ${loads})`)
}

/** On the wire, headers included; without the views that are loaded ahead. */
function bytesOfFirstView(page: Page): Promise<number> {
  return page.evaluate(() => {
    const loadedMs = performance.getEntriesByName('first view is loaded')[0]?.startTime ?? Infinity
    return performance
      .getEntries()
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .filter(({ startTime, name }) => startTime < loadedMs || name.endsWith('.woff2'))
      .reduce((sum, { transferSize }) => sum + transferSize, 0)
  })
}

/** From the change of the address until the frame after the one in which the view has its heading or its form. */
async function shownAfter(page: Page, place: string): Promise<number> {
  if ((await page.evaluate(() => location.hash)) === `#${place}`) return 0
  const startedMs = await page.evaluate(() => {
    // Goes with the view that is left.
    for (const view of document.querySelectorAll('main > *')) view.setAttribute('data-left', '')
    return performance.now()
  })
  await openPlace(page, place)
  return page.evaluate(
    (started) =>
      new Promise<number>((resolve) => {
        const look = () => {
          const isShown =
            document.querySelector('main [data-left], main[data-left]') === null &&
            document.querySelector('main :is(h1, h2, .empty-state)') !== null
          if (isShown) requestAnimationFrame(() => resolve(performance.now() - started))
          else requestAnimationFrame(look)
        }
        look()
      }),
    startedMs,
  )
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
