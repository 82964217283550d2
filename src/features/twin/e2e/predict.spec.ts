// Curve of a server before it is measured: from its runs, for any limit at once, in both languages and themes.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { storeKnownRuns } from '#features/twin/node/known-engine-runs.test-support.ts'
import { openDatabase } from '#node/storage/database.ts'
import { expect, test as base } from '../../../../e2e/fixtures.ts'
import { seriousProblems } from '../../../../e2e/pages/accessibility.ts'
import { heading } from '../../../../e2e/pages/shell.ts'

const test = base.extend({
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'kneepoint-predict-'))
    const database = openDatabase(join(folder, 'kneepoint.db'))
    storeKnownRuns(database)
    database.close()
    await use(folder)
    await rm(folder, { recursive: true, force: true })
  },
})

test('predicts the load that a limit allows, and answers another limit at once', async ({
  window,
}) => {
  await expect(heading(window, 'Start')).toBeVisible()
  await window.evaluate(() => (location.hash = '/predict'))
  const answer = window.locator('[data-answer]')
  await expect(answer).toContainText('req/s within p99 TTFT ≤ 500 ms')
  await expect(window.getByText('Predicted, not measured')).toBeVisible()
  await expect(window.getByRole('img', { name: 'p99 TTFT against the load' })).toBeVisible()
  expect(await seriousProblems(window), 'the prediction').toEqual([])

  const allowed = async () => Number.parseFloat((await answer.textContent()) ?? '')
  const before = await allowed()
  const slider = window.getByRole('slider', { name: 'Limit (ms)' })
  await slider.focus()
  for (let step = 0; step < 40; step++) await slider.press('ArrowLeft')
  expect(await allowed()).toBeLessThan(before)
  await window.getByRole('textbox', { name: 'Demand (req/s)' }).fill('100')
  await expect(answer).toContainText(/\d+\sservers for 100\sreq\/s/)

  await window.getByText('Another workload or other limits of the server').click()
  await window.getByRole('textbox', { name: 'Input tokens' }).fill('1000')
  await expect(window.getByText(/1,000\sinput and/)).toBeVisible()
  await expect(window.getByText('A guess')).toBeVisible()
  await expect(
    window.getByText(/kneepoint predict --server gpu-03 .*--input-len 1000/),
  ).toBeVisible()
})
