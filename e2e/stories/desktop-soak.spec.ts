// A day of the desktop program in short: one window over ten thousand runs measures one small run after the other and
// shows every view; nothing may grow in its main process or its page. `npm run soak desktop` runs it.
import { readdirSync, readlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { CDPSession, Page } from '@playwright/test'
import { growthOf } from '../../tests/soak/heap-growth.ts'
import { fillWithRuns } from '../../tests/soak/many-runs.ts'
import { soakMinutes } from '../../tests/soak/soak-part.ts'
import type { Desktop } from '../desktop/desktop.ts'
import { expect, test } from '../fixtures.ts'
import { startRun } from '../pages/bench-page.ts'
import { runIsOver } from '../pages/run-page.ts'
import { startSimulator } from '../pages/servers-page.ts'
import { goTo } from '../pages/shell.ts'
import { startElectron } from '../transports/electron.ts'

const looks = 12
/** Compiled code and whatever SQLite caches are there by then. */
const settledAt = 6
/** The minimum of this number of samples is compared with the minimum of the last. */
const compared = 3
const mostMiB = { main: 4, page: 4 } as const
const mostNodes = 500

type Holdings = Readonly<{
  /** JavaScript heaps in use after a collection, in MiB. */
  main: number
  page: number
  /** Nodes in the document and detached from it. */
  nodes: number
  /** Open in the main process. */
  files: number
  processes: number
}>

test(
  'nothing grows in a long session',
  { tag: ['@desktop-only', '@desktop-nightly'] },
  async ({ folder, surroundings }) => {
    test.skip(process.env['KNEEPOINT_SOAK'] !== '1', 'run by npm run soak desktop')
    test.setTimeout(0)
    fillWithRuns(path.join(folder, 'kneepoint.db'))
    const app = await startElectron(await surroundings(), { folder })
    const window = await app.openWindow()
    window.setDefaultTimeout(600_000)
    const session = await window.context().newCDPSession(window)
    await startSimulator(window, 'My simulator')
    await useFor(soakMinutes() * 60_000, window, {
      look: () => holdings(app.desktop, session),
      heapOfPage: () => heapOfPage(session),
    })
    expect(await app.close()).toBe(0)
  },
)

type Looks = Readonly<{ look: () => Promise<Holdings>; heapOfPage: () => Promise<string> }>

async function useFor(ms: number, window: Page, { look, heapOfPage }: Looks): Promise<void> {
  const seen: Holdings[] = []
  const startedMs = performance.now()
  let [runs, settledRuns, settledMs, settledHeap] = [0, 0, 0, '']
  while (seen.length < looks) {
    await useOnce(window, runs++)
    if (performance.now() - startedMs < (ms * (seen.length + 1)) / looks) continue
    seen.push(await look())
    console.log(`  ${runs} runs: ${textOf(seen.at(-1))}`)
    if (seen.length === settledAt) {
      ;[settledRuns, settledMs] = [runs, performance.now()]
      settledHeap = await heapOfPage()
    }
  }
  const before = leastOf(seen.slice(settledAt - compared, settledAt))
  const after = leastOf(seen.slice(-compared))
  const hours = (performance.now() - settledMs) / 3_600_000
  const slope = ((after.page - before.page) / hours).toFixed(1)
  const grown = growthOf(settledHeap, await heapOfPage())
  console.log(
    `${runs} runs in ${Math.round(ms / 60_000)} min; ${textOf(before)} half-way, ${textOf(after)} at the end; page ${slope} MiB an hour (${runs - settledRuns} runs); grew most: ${grown}`,
  )
  requireNoGrowth(before, after)
}

/** A run, and a look at each view. */
async function useOnce(window: Page, number: number): Promise<void> {
  await goTo(window, 'Servers')
  await window.getByRole('link', { name: 'My simulator' }).first().click()
  await startRun(window, { name: `run ${number}`, requests: 20, perSecond: 100 })
  await runIsOver(window)
  for (const view of ['Start', 'Results', 'Hosts', 'Sweeps', 'Calibrate', 'Settings'])
    await goTo(window, view)
}

async function holdings(desktop: Desktop, session: CDPSession): Promise<Holdings> {
  const main = await desktop.electron.evaluate(({ app }) => {
    process.getBuiltinModule('node:v8').setFlagsFromString('--expose-gc')
    const collect: unknown = process.getBuiltinModule('node:vm').runInNewContext('gc')
    if (typeof collect === 'function') Reflect.apply(collect, undefined, [])
    const { heapUsed } = process.memoryUsage()
    return { heapUsed, pid: process.pid, processes: app.getAppMetrics().length }
  })
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  const { nodes } = await session.send('Memory.getDOMCounters')
  const files = filesOf(main.pid)
  const [mainMiB, pageMiB] = [main.heapUsed, usedSize].map((bytes) => bytes / 2 ** 20)
  return { main: mainMiB ?? 0, page: pageMiB ?? 0, nodes, files, processes: main.processes }
}

/** Without those of /dev/null: Electron 33 leaves one open for each process that it starts. */
function filesOf(pid: number): number {
  const folder = `/proc/${pid}/fd`
  return readdirSync(folder).filter((name) => linkOf(path.join(folder, name)) !== '/dev/null')
    .length
}

/** Null if it was closed meanwhile. */
function linkOf(file: string): string | null {
  try {
    return readlinkSync(file)
  } catch {
    return null
  }
}

/** A snapshot, as text. KNEEPOINT_SOAK_SNAPSHOTS names a folder that keeps each. */
async function heapOfPage(session: CDPSession): Promise<string> {
  const chunks: string[] = []
  const keep = ({ chunk }: { chunk: string }) => void chunks.push(chunk)
  session.on('HeapProfiler.addHeapSnapshotChunk', keep)
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  session.off('HeapProfiler.addHeapSnapshotChunk', keep)
  const folder = process.env['KNEEPOINT_SOAK_SNAPSHOTS']
  const text = chunks.join('')
  if (folder !== undefined) writeFileSync(path.join(folder, `${Date.now()}.heapsnapshot`), text)
  return text
}

function leastOf(seen: readonly Holdings[]): Holdings {
  const least = (of: keyof Holdings) => Math.min(...seen.map((each) => each[of]))
  return {
    ...{ main: least('main'), page: least('page'), nodes: least('nodes') },
    ...{ files: least('files'), processes: least('processes') },
  }
}

function requireNoGrowth(before: Holdings, after: Holdings): void {
  expect(after.main - before.main).toBeLessThanOrEqual(mostMiB.main)
  expect(after.page - before.page).toBeLessThanOrEqual(mostMiB.page)
  expect(after.nodes - before.nodes).toBeLessThanOrEqual(mostNodes)
  expect(after.files).toBeLessThanOrEqual(before.files)
  expect(after.processes).toBeLessThanOrEqual(before.processes)
}

function textOf(held: Holdings | undefined): string {
  if (held === undefined) return 'nothing'
  const { main, page, nodes, files, processes } = held
  return `${main.toFixed(1)} MiB in the main process, ${page.toFixed(1)} MiB and ${nodes} nodes in the page, ${files} files, ${processes} processes`
}
