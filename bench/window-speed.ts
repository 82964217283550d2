// How soon the window is there, on loopback: bytes and paint of the first view, then the time to every other.
//   npm run build && node bench/window-speed.ts [loads, 10]
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { idOf, seeded, seedFolder } from '../e2e/pages/seeded.ts'
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
    ...{ launch: '/servers/launch', tune: '/ask/tune', gate: '/ask/compare' },
    ...{ docs: '/docs/measuring/requests', glossary: '/glossary', predict: '/predict' },
    ...{ sweep: seeded.knee, run: seeded.steady, trend: `/trend?run=${idOf(seeded.steady)}` },
    runs: `/compare?runs=${idOf(seeded.steady)},${idOf(seeded.full)}`,
    curves: `/compare?of=${idOf(seeded.knee)},${idOf(seeded.slowerKnee)}`,
  }
  // The other views are loaded ahead.
  await page.waitForLoadState('networkidle')
  console.log('            first time (ms)     again (ms)')
  console.log('view       shown  complete  shown  complete')
  const first = new Map<string, Shown>()
  for (const [name, place] of Object.entries(places)) first.set(name, await shownAfter(page, place))
  for (const [name, place] of Object.entries(places)) {
    const again: Shown[] = []
    for (let count = 0; count < loads; count++) {
      await shownAfter(page, place === '/settings' ? '/hosts' : '/settings')
      again.push(await shownAfter(page, place))
    }
    const texts = [
      first.get(name)?.shownMs ?? Number.NaN,
      first.get(name)?.completeMs ?? Number.NaN,
      median(again.map(({ shownMs }) => shownMs)),
      median(again.map(({ completeMs }) => completeMs)),
    ].map((ms, index) => ms.toFixed(0).padStart([6, 10, 7, 10][index] ?? 0))
    console.log(name.padEnd(10) + texts.join(''))
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

type Shown = Readonly<{ shownMs: number; completeMs: number }>

/**
 * From the change of the address until the frame is painted in which the view has its heading or its form, and until nothing
 * is added to it any more: its plots and the rest of its rows are there.
 */
async function shownAfter(page: Page, place: string): Promise<Shown> {
  return page.evaluate(
    (address) =>
      new Promise<Shown>((resolve) => {
        if (location.hash === `#${address}`) return resolve({ shownMs: 0, completeMs: 0 })
        // Goes with the view that is left.
        for (const view of document.querySelectorAll('main > *')) view.setAttribute('data-left', '')
        const started = performance.now()
        let shownMs = Number.NaN
        let completeMs = 0
        const changes = new MutationObserver(() => (completeMs = performance.now() - started))
        changes.observe(document.querySelector('main') ?? document, {
          childList: true,
          subtree: true,
        })
        const look = () => {
          const isShown =
            document.querySelector('main [data-left], main[data-left]') === null &&
            document.querySelector('main :is(h1, h2, .empty-state)') !== null
          if (isShown) {
            setTimeout(() => {
              shownMs = performance.now() - started
              finish()
            })
          } else requestAnimationFrame(look)
        }
        const finish = () => {
          const quietMs = performance.now() - started - Math.max(completeMs, shownMs)
          if (quietMs < 300) return void setTimeout(finish, 300 - quietMs)
          changes.disconnect()
          resolve({ shownMs, completeMs: Math.max(completeMs, shownMs) })
        }
        location.hash = address
        look()
      }),
    place,
  )
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
