// Curves compared: sweeps with each other, with a single run and with an imported file.
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { seriousProblems } from '../pages/accessibility.ts'
import { layoutFaults } from '../pages/layout-faults.ts'
import { importFile, runRows, showOnly } from '../pages/results-page.ts'
import { openPlace } from '../pages/seeded.ts'
import { goTo, heading } from '../pages/shell.ts'

test.use({ seeded: true })

/** From the newest to the oldest. */
const [slower, knee, capacity] = [
  'With 8 sequences at once',
  'Where is the knee?',
  'Search for a capacity',
]

/** Chosen as they are listed, the newest first. */
async function compareSweeps(window: Page, names: readonly string[]): Promise<void> {
  await openPlace(window, '/sweeps')
  const table = window.getByRole('table', { name: 'Sweeps' })
  for (const name of names) {
    await table.getByRole('row').filter({ hasText: name }).getByRole('checkbox').check()
  }
  await window.getByRole('button', { name: `Compare ${names.length} curves` }).click()
  await expect(heading(window, 'Comparison')).toBeVisible()
}

const answers = (window: Page) => window.getByRole('list', { name: 'What happened' })
const baseline = (window: Page) => window.getByRole('combobox', { name: 'Baseline' })

test('the older of two sweeps is the baseline, until another one is chosen', async ({ window }) => {
  await compareSweeps(window, [slower, knee])
  await expect(baseline(window)).toContainText(knee)
  const [differs, conclusion] = await answers(window).getByRole('paragraph').allTextContents()
  expect(differs).toContain('No difference is recorded')
  expect(conclusion).toMatch(
    /^Only “Where is the knee\?” carries 40\sreq\/s\. At 10\sreq\/s: TTFT \+/,
  )
  await expect(window.getByRole('img', { name: /Time to first token/ })).toBeVisible()
  expect(await seriousProblems(window), 'two curves').toEqual([])
  expect(await layoutFaults(window)).toEqual([])

  await baseline(window).click()
  await window.getByRole('option', { name: slower }).click()
  await expect(baseline(window)).toContainText(slower)
  await expect(answers(window)).toContainText(/At 10\sreq\/s: TTFT −/)
})

test('what differs is named first; other workloads are not compared', async ({ window }) => {
  await compareSweeps(window, [slower, knee, capacity])
  await expect(baseline(window)).toContainText(capacity)
  const entries = answers(window).getByRole('listitem')
  await expect(entries).toHaveCount(2)
  for (const entry of await entries.all()) {
    const [differs, conclusion] = await entry.getByRole('paragraph').allTextContents()
    expect(differs).toContain('Different: --random-output-len 32 / 24')
    expect(conclusion).toContain('Workloads differ')
  }
})

test('a sweep beside an imported file', async ({ window }) => {
  const result = {
    ...{ backend: 'vllm', model_id: 'm', duration: 2, completed: 20 },
    ...{ total_input_tokens: 800, total_output_tokens: 240, mean_ttft_ms: 20, median_ttft_ms: 19 },
  }
  const bytes = Buffer.from(JSON.stringify(result))
  await importFile(window, { name: 'result.json', bytes })
  await showOnly(window, 'Imported')
  const link = await runRows(window).getByRole('link').first().getAttribute('href')
  const imported = link?.split('/').at(-1) ?? ''
  await goTo(window, 'Sweeps')
  const sweeps = window.getByRole('table', { name: 'Sweeps' }).getByRole('link')
  // Reads the address once the table is there.
  const address = await sweeps.first().getAttribute('href')
  const sweep = address?.split('/').at(-1) ?? ''
  await openPlace(window, `/compare?of=${sweep},${imported}`)
  await expect(heading(window, 'Comparison')).toBeVisible()
  await expect(answers(window).getByRole('listitem')).toHaveCount(1)
  await expect(answers(window)).toContainText('Workloads differ')
  expect(await seriousProblems(window), 'a curve and a file').toEqual([])
})
