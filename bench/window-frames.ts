// How many frames a second the window draws while one moves about in a run of 100,000 requests, and how long each view
// of it takes to come.
//   npm run build && node bench/window-frames.ts
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import type { RequestRecord } from '#core/records/request-record.ts'
import type { Run } from '#core/model/run/run.ts'
import { summarizeRecords } from '#node/experiment/summarize-records.ts'
import { openDatabase } from '#node/storage/database.ts'
import { appendRecords } from '#node/storage/requests.ts'
import { saveRun } from '#node/storage/runs.ts'
import { inWindow } from './window/in-window.ts'

const requests = 100_000
const perSecond = 200
/** Of each gesture. */
const seconds = 3

type Box = Readonly<{ x: number; y: number; width: number; height: number }>

/** What a hand does about twenty times a second. */
type Gesture = Readonly<{
  name: string
  make: (page: Page, turn: number, box: Box) => Promise<void>
}>

const zooming: Gesture = {
  name: 'zooming',
  make: (page, turn) => page.mouse.wheel(0, turn % 20 < 10 ? -120 : 120),
}
const pointing: Gesture = {
  name: 'pointing',
  make: (page, turn, box) =>
    page.mouse.move(
      box.x + 80 + ((turn * 37) % (box.width - 160)),
      box.y + 150 + ((turn * 13) % 150),
    ),
}
const scrolling: Gesture = {
  name: 'scrolling page by page',
  make: (page) => page.mouse.wheel(0, 560),
}
const leaping: Gesture = {
  name: 'scrolling from end to end',
  make: (page, turn) => page.mouse.wheel(0, turn % 60 < 30 ? 90_000 : -90_000),
}

const views: readonly Readonly<{ tab: string; gestures: readonly Gesture[] }>[] = [
  { tab: 'Distributions', gestures: [pointing] },
  { tab: 'Timeline', gestures: [zooming, pointing] },
  { tab: 'Scatter', gestures: [zooming, pointing] },
  { tab: 'Requests', gestures: [scrolling, leaping] },
]

const folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-frames-'))
storeRun()
await inWindow(folder, async (page) => {
  await page.getByRole('link', { name: 'Results' }).first().click()
  await page.getByRole('link', { name: 'large', exact: true }).click()
  for (const { tab, gestures } of views) {
    const box = await open(page, tab)
    for (const gesture of gestures) await measure(page, box, gesture)
  }
})

/** A wave in the latencies, outliers, and one failure in a thousand. */
function record(index: number): RequestRecord {
  const sentAtUs = Math.round((index / perSecond) * 1e6)
  const slow = index % 997 === 0 ? 20 : 1
  const ttftUs = Math.round((40_000 + 20_000 * Math.sin(index / 5000) + (index % 100) * 200) * slow)
  const failed = index % 1000 === 500
  return {
    ...{ index, requestId: `r-${index}`, scheduledAtUs: sentAtUs, sentAtUs },
    firstTokenAtUs: failed ? null : sentAtUs + ttftUs,
    firstAtUs: { chunk: null, content: null, reasoning: null, toolCall: null },
    endedAtUs: sentAtUs + ttftUs + 40_000,
    interTokenLatenciesUs: failed ? new Uint32Array() : Uint32Array.of(20_000, 20_000),
    ...{ promptTokens: 256, inputs: 1, inputAudioS: null, outputTokens: failed ? null : 3 },
    generatedText: '',
    error: failed ? { code: 'timeout', message: 'timed out', status: null, body: null } : null,
  }
}

function storeRun(): void {
  const database = openDatabase(path.join(folder, 'kneepoint.db'))
  const config = { ...defaultBenchmarkConfig, requestRate: perSecond, numPrompts: requests }
  const records = Array.from({ length: requests }, (_, index) => record(index))
  const run: Run = {
    ...{ id: 'large', name: 'large', tags: [], notes: '', status: 'completed', config },
    ...{ baseUrl: null, serverName: null, facts: null, launch: null, sweepId: null },
    ...{ pointIndex: null, createdAtEpochMs: 0, startedAtEpochMs: 0, startedAtMonotonicS: 0 },
    ...{ plannedRequests: requests, failure: null, clientVersion: null, imported: null },
    summary: summarizeRecords(records, {
      config,
      durationUs: (requests / perSecond) * 1e6,
      client: null,
    }),
  }
  saveRun(database, run)
  appendRecords(database, run.id, records)
  database.close()
}

async function open(page: Page, tab: string): Promise<Box> {
  const start = performance.now()
  await page.getByRole('tab', { name: tab }).click()
  const panel = page.getByRole('tabpanel', { name: tab })
  await panel.locator('canvas, tbody td.number').first().waitFor()
  console.log(`${tab}: shown after ${(performance.now() - start).toFixed(0)} ms`)
  const box = await panel.boundingBox()
  if (box === null) throw new Error(`${tab} has no place on the page`)
  return box
}

async function measure(page: Page, box: Box, { name, make }: Gesture): Promise<void> {
  await page.mouse.move(box.x + 500, box.y + 250)
  const counting = page.evaluate(countFrames, seconds * 1000)
  for (let turn = 0; turn < seconds * 20; turn++) {
    await make(page, turn, box)
    await page.waitForTimeout(50)
  }
  const { frames, longestMs } = await counting
  const rate = (frames / seconds).toFixed(0)
  console.log(`  ${name}: ${rate} frames/s, the longest ${longestMs.toFixed(0)} ms`)
}

function countFrames(lengthMs: number): Promise<{ frames: number; longestMs: number }> {
  return new Promise((resolve) => {
    const start = performance.now()
    let [frames, longestMs, last] = [0, 0, start]
    const next = (now: number): void => {
      frames++
      longestMs = Math.max(longestMs, now - last)
      last = now
      if (now - start < lengthMs) requestAnimationFrame(next)
      else resolve({ frames, longestMs })
    }
    requestAnimationFrame(next)
  })
}
