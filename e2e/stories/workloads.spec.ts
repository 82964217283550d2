// Kinds of load over the window: a model that reasons, requests that the client cancels, GPUs of an exporter.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { expect, test } from '../fixtures.ts'
import { seriousProblems } from '../pages/accessibility.ts'
import { showEveryField } from '../pages/bench-page.ts'
import { figureValue } from '../pages/run-page.ts'
import { parseCsv, parseJson, saveThrough } from '../pages/saved-file.ts'
import { choose, fill } from '../pages/shell.ts'
import { latencyRow, onServer, run } from '../pages/simulated-load.ts'

test('a model that reasons: the time to its answer is a row, a figure and a limit', async ({
  window,
}) => {
  await onServer(window, { reasoning: { share: 0.5 } }, async () => {
    await showEveryField(window, 'Chat')
    await choose(window, 'API', 'openai-chat')
    await fill(window, {
      ...{ Requests: '20', 'Input length': '32', 'Output length': '20', 'Request rate': '20' },
      'Goodput limits': 'ttfo:60000',
    })
    await run(window, 'Reasoning')
    expect(await figureValue(window, 'Completed')).toBe(20)
    const reasoning = await figureValue(window, 'Reasoning tokens')
    expect(reasoning).toBeGreaterThan(100)
    await expect(latencyRow(window, /answer/i).first()).toBeVisible()
    expect(await seriousProblems(window), 'the run').toEqual([])

    const json = parseJson(await saveThrough(window, 'Export', 'Result as JSON'))
    expect(json).toMatchObject({ completed: 20, total_reasoning_tokens: reasoning })
    expect(json).toHaveProperty('mean_ttfo_ms')
    const rows = parseCsv(await saveThrough(window, 'Export', 'Requests as CSV'))
    // A busy client may read a whole answer at once: reasoning and answer then came at the same time.
    const thought = rows.map(({ ttft_ms, ttfo_ms }) => Number(ttfo_ms) - Number(ttft_ms))
    expect(Math.min(...thought)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...thought)).toBeGreaterThan(0)
  })
})

test(
  'requests that the client cancels, and what the server generated for nothing',
  { tag: '@nightly' },
  async ({ window }) => {
    await onServer(window, { seed: 4 }, async ({ log }) => {
      await showEveryField(window, 'Chat')
      await fill(window, {
        ...{ Requests: '30', 'Input length': '32', 'Output length': '120', 'Request rate': '30' },
        'Cancel after': '20tok',
      })
      await fill(window, { 'Share of requests to cancel': '0.5' })
      await run(window, 'Impatient')
      await expect.poll(() => log.length).toBe(30)
      const cut = log.filter(({ complete }) => !complete)
      expect(cut.length).toBeGreaterThan(5)
      expect(await figureValue(window, 'Completed')).toBe(30 - cut.length)
      expect(await figureValue(window, 'Failed')).toBe(0)
      expect(await figureValue(window, 'Cancelled by the client')).toBe(cut.length)
      const wasted = cut.reduce((sum, { generatedTokens }) => sum + (generatedTokens ?? 0), 0)
      await expect(window.getByText('Server’s waste by cancelling')).toBeVisible()
      expect(await figureValue(window, 'Not part of a completed response')).toBe(wasted)
      expect(await seriousProblems(window), 'the run').toEqual([])
    })
  },
)

/** A DCGM exporter whose GPU draws 500 W: its page, with an energy counter that runs. */
async function startExporter() {
  const file = new URL('../../tests/exporters/pages/dcgm-l40s.txt', import.meta.url)
  const page = readFileSync(fileURLToPath(file), 'utf8')
  const startedMs = Date.now()
  const server = createServer((_, response) => {
    const energyMj = 5e9 + (Date.now() - startedMs) * 500
    response.setHeader('content-type', 'text/plain; version=0.0.4')
    response.end(page.replace('5551899580', String(energyMj)).replace('35.686000', '500'))
  })
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/metrics`, stop: () => void server.close() }
}

test(
  'energy per token, by the counter of a GPU exporter',
  { tag: '@nightly' },
  async ({ window }) => {
    const exporter = await startExporter()
    try {
      await onServer(window, {}, async () => {
        await showEveryField(window, 'Chat')
        await fill(window, {
          ...{ Requests: '40', 'Input length': '32', 'Output length': '40', 'Request rate': '20' },
          'GPU metrics URLs': exporter.url,
        })
        await run(window, 'Energy')
        const perToken = await figureValue(window, 'Energy per output token, J')
        const json = parseJson(await saveThrough(window, 'Export', 'Result as JSON'))
        expect(perToken).toBeGreaterThan(0)
        expect(json).toMatchObject({ completed: 40 })
        expect(await seriousProblems(window), 'the run').toEqual([])
      })
    } finally {
      exporter.stop()
    }
  },
)
