// From a grid of loads to its heat map and its sizes, from two runs to what moved between them, and a run once more.
import { expect, test } from '../fixtures.ts'
import { startRun } from '../pages/bench-page.ts'
import { runIsOver } from '../pages/run-page.ts'
import { startSimulator } from '../pages/servers-page.ts'
import { goTo, heading } from '../pages/shell.ts'
import { pointRows, runSweep } from '../pages/sweep-page.ts'

test('sweep nine loads, look at them from every side', async ({ window }) => {
  await startSimulator(window, 'My simulator')
  await runSweep(window, {
    name: 'Nine loads',
    rates: '8, 16, 32',
    concurrencies: '2, 8, none',
    secondsPerPoint: 1.5,
  })
  await expect(pointRows(window)).toHaveCount(9)
  await expect(window.getByRole('img', { name: /Time to first token/ })).toBeVisible()

  await window.getByRole('tab', { name: 'Heat map' }).click()
  await expect(window.getByRole('img', { name: 'Heat map' })).toBeVisible()
  await window.getByRole('button', { name: 'Show as table: Heat map' }).click()
  const cells = window.getByRole('region', { name: 'Heat map' }).getByRole('row')
  await expect(cells).toHaveCount(1 + 9)
  await expect(cells.filter({ hasText: 'max 2' })).toHaveCount(3)

  await window.getByRole('tab', { name: 'Pareto' }).click()
  await expect(
    window.getByRole('img', { name: 'Throughput against speed for a user' }),
  ).toBeVisible()

  await window.getByRole('tab', { name: 'Sizing' }).click()
  await expect(window.getByRole('term').filter({ hasText: 'Users at a time' })).toBeVisible()
  await expect(window.getByText('No power was recorded.')).toBeVisible()

  await window.getByRole('tab', { name: 'Log' }).click()
  const log = window.getByRole('table', { name: 'Log of the sweep' })
  await expect(log.getByText('The sweep ended.')).toBeVisible()
})

test('hold two runs against each other, and make one of them again', async ({ window }) => {
  await startSimulator(window, 'My simulator')
  for (const [name, perSecond] of [
    ['Calm', 8],
    ['Busy', 60],
  ] as const) {
    await goTo(window, 'Servers')
    await startRun(window, { name, requests: 40, perSecond })
    await runIsOver(window)
  }

  await goTo(window, 'Results')
  await window.getByRole('checkbox', { name: 'Select Calm' }).check()
  await window.getByRole('checkbox', { name: 'Select Busy' }).check()
  await window.getByRole('button', { name: 'Compare 2 runs' }).click()
  await expect(heading(window, 'Comparison')).toBeVisible()
  const figures = window.getByRole('table', { name: 'Figures of the runs' })
  const throughput = figures.getByRole('row', { name: /^Requests\/s/ })
  await expect(throughput).toContainText(/\+[\d,.]+ %/)
  const settings = window.getByRole('table', { name: 'In what they differ' })
  await expect(settings.getByRole('row', { name: /--request-rate/ })).toContainText('860')

  await goTo(window, 'Results')
  await window.getByRole('link', { name: 'Calm', exact: true }).click()
  await window.getByRole('button', { name: 'Run again' }).click()
  await window.getByRole('menuitem', { name: 'As it was, on My simulator' }).click()
  await expect(heading(window, 'Comparison')).toBeVisible()
  await expect(figures.getByRole('link', { name: 'Calm, again' })).toBeVisible()
  await expect(window.getByText('They were made alike: same benchmark, same server.')).toBeVisible()
})
