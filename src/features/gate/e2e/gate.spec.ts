// A gate in the window: composed as a sentence, run against real servers, answered, and found again.
import type { Page } from '@playwright/test'
import { expect, test as base } from '../../../../e2e/fixtures.ts'
import { seriousProblems } from '../../../../e2e/pages/accessibility.ts'
import { ask, closeBlank, fillBlank, openBlank, openHow } from '../../../../e2e/pages/ask-page.ts'
import { layoutFaults } from '../../../../e2e/pages/layout-faults.ts'
import { choose, fill, goTo, heading, openFold } from '../../../../e2e/pages/shell.ts'
import { startServerElsewhere } from '../../../../e2e/pages/server-elsewhere.ts'

const test = base.extend<{ attach: (name: string, flags?: readonly string[]) => Promise<void> }>({
  attach: async ({ window }, use) => {
    const servers: Awaited<ReturnType<typeof startServerElsewhere>>[] = []
    await use(async (name, flags = []) => {
      const server = await startServerElsewhere(flags)
      servers.push(server)
      await goTo(window, 'Servers')
      await window.getByRole('button', { name: 'Attach', exact: true }).click()
      await fill(window, { 'Base URL': server.url, Name: name })
      await window.locator('form').getByRole('button', { name: 'Attach', exact: true }).click()
      await expect(heading(window, name)).toBeVisible()
    })
    await Promise.all(servers.map(({ stop }) => stop()))
  },
})

/** About two seconds per run. */
async function compose(window: Page): Promise<void> {
  await ask(window, 'Is B worse than A?')
  await fillBlank(window, 'Workload', { 'Input length': '32', 'Output length': '24' })
  await fillBlank(window, 'Load', { 'Request rate': '20', Requests: '40' })
}

test('a slowed server is found to be worse, and its gate is found again after a reload', async ({
  window,
  attach,
}) => {
  await attach('main')
  await attach('merge', ['--slow-down', '100'])
  await compose(window)
  await choose(window, 'Server that may be worse', 'merge')
  await choose(window, 'Baseline', 'main')
  const controls = await openBlank(window, 'Tolerated losses')
  await controls.getByRole('button', { name: 'Remove figure 2' }).click()
  await controls.getByRole('textbox', { name: 'Tolerated loss 1, in percent' }).fill('30')
  await closeBlank(window)
  await openHow(window)
  await fill(window, { 'Repeats at most': '4', 'Spread between starts': '0' })

  const summary = window.getByRole('complementary')
  await expect(summary.getByText('6 to 8')).toBeVisible()
  await summary.getByText('Equivalent command and file').click()
  await expect(summary.getByText('kneepoint gate gate.yaml')).toBeVisible()
  await expect(summary.getByText(/mean tpot: 30 %/)).toBeVisible()
  await window.keyboard.press('Control+Enter')

  await expect(heading(window, 'merge / main')).toBeVisible()
  await expect(window.getByRole('progressbar', { name: 'Progress of the gate' })).toBeVisible()
  await expect(window.getByRole('img', { name: 'Change against the baseline' })).toBeVisible()
  const answer = window.locator('[data-answer]')
  await expect(answer).toContainText(/^Worse/)
  await expect(answer).toContainText(/mean TPOT \+\d+.*tolerated 30\s%/)
  await expect(window.getByText('Beyond the tolerance, 99 % sure')).toBeVisible()
  const figures = await openFold(window, 'Figures')
  await expect(figures.getByRole('row', { name: /mean TPOT/ })).toContainText('worse')
  const runs = await openFold(window, 'Runs of the gate')
  await expect(runs.getByRole('link', { name: 'merge / main · candidate 1' })).toBeVisible()
  expect(await seriousProblems(window), 'the gate').toEqual([])
  expect(await layoutFaults(window)).toEqual([])

  await window.reload()
  await expect(answer).toContainText(/^Worse/)
  await goTo(window, 'Results')
  const group = window
    .getByRole('rowgroup')
    .getByRole('row', { name: /merge \/ main/ })
    .first()
  await expect(group).toContainText('Worse')
  await group.getByRole('link').click()
  await expect(answer).toContainText(/^Worse/)
  await window.getByRole('button', { name: 'Compare the last runs' }).click()
  await expect(heading(window, 'Comparison')).toBeVisible()
})

test('a cancelled gate keeps its runs and begins again with one click', async ({
  window,
  attach,
}) => {
  await attach('main')
  await attach('merge')
  await compose(window)
  await window.getByRole('button', { name: 'Start measuring' }).click()
  await expect(window.getByText(/Repeat 1 of at most 10: candidate/)).toBeVisible()
  await window.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(window.getByText('Cancelled')).toBeVisible()
  await window.getByRole('button', { name: 'Run the gate again' }).click()
  await expect(window.getByText(/Repeat 1 of at most 10: baseline/)).toBeVisible()
  await window.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(window.getByText('Cancelled')).toBeVisible()
})

test('a gate file fills the composer; a gate without runs is found on Start, in Results and by name', async ({
  window,
  attach,
}) => {
  await attach('main')
  const url =
    (
      await window
        .getByText(/^http:\/\/127/)
        .first()
        .textContent()
    )?.trim() ?? ''
  await ask(window, 'Is B worse than A?')
  const file = [
    ...['name: From a file', `server: ${url}`, 'repeats: 4'],
    ...['benchmark:', '  random-input-len: 32', 'figures:', '  p95 ttft: 7 %'],
  ].join('\n')
  await window
    .getByLabel('Open a gate file…')
    .last()
    .setInputFiles({ name: 'gate.yaml', mimeType: 'text/yaml', buffer: Buffer.from(file) })
  const summary = window.getByRole('complementary')
  await expect(summary.getByLabel('Name of the result')).toHaveValue('From a file')
  await expect(window.getByRole('main')).toContainText('p95 TTFT')
  await openHow(window)
  await expect(window.getByLabel('Repeats at most')).toHaveValue('4')
  await window.keyboard.press('Control+Enter')

  await expect(heading(window, 'From a file')).toBeVisible()
  await expect(window.getByText('Failed', { exact: true }).first()).toBeVisible()
  for (const view of ['Start', 'Results']) {
    await goTo(window, view)
    await expect(window.getByRole('main').getByRole('link', { name: /From a file/ })).toBeVisible()
  }
  await window.keyboard.press('Control+k')
  await window.keyboard.type('From a file')
  await window.getByRole('option', { name: /From a file/ }).click()
  await expect(heading(window, 'From a file')).toBeVisible()
})
