// The table of runs: selecting, deleting and bringing back; columns, groups, views; the trend of a configuration.
import { expect, test } from '../fixtures.ts'
import { seriousProblems } from '../pages/accessibility.ts'
import { startRun } from '../pages/bench-page.ts'
import { layoutFaults } from '../pages/layout-faults.ts'
import { runRows } from '../pages/results-page.ts'
import { startSimulator } from '../pages/servers-page.ts'
import { choose, goTo, heading } from '../pages/shell.ts'

test('a run is annotated, selecting moves no row, and a deleted run can be brought back', async ({
  window,
}) => {
  await startSimulator(window, 'My simulator')
  await startRun(window, { name: 'Short run', requests: 8, perSecond: 40 })
  await expect(window.getByRole('button', { name: 'Run again' })).toBeVisible()
  await window.getByRole('button', { name: 'Add a note to Short run' }).click()
  await window.getByRole('textbox', { name: 'Notes' }).fill('Fans at half speed\nand a cold room')
  await window.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(window.getByText('Fans at half speed')).toBeVisible()

  await goTo(window, 'Results')
  const row = runRows(window).first()
  await row.getByRole('button', { name: 'Notes of Short run' }).click()
  await window.getByRole('textbox', { name: 'Notes' }).fill('Fans at full speed')
  await window.keyboard.press('Control+Enter')
  await expect(row.getByText('Fans at full speed')).toBeVisible()
  await window.getByRole('searchbox', { name: 'Filter runs' }).fill('fans')
  await expect(row).toBeVisible()
  await window.getByRole('searchbox', { name: 'Filter runs' }).fill('')

  const before = await row.boundingBox()
  await window.getByRole('checkbox', { name: 'Select Short run' }).check()
  const bar = window.getByRole('toolbar', { name: 'Selected runs' })
  await expect(bar).toBeVisible()
  expect(await row.boundingBox()).toEqual(before)

  await bar.getByRole('button', { name: 'Pin as baseline' }).click()
  await expect(row.getByRole('img', { name: 'Baseline' })).toBeVisible()

  await bar.getByRole('button', { name: 'Delete' }).click()
  await expect(runRows(window)).toHaveCount(0)
  const notice = window.getByRole('status', { name: 'Notices' })
  await notice
    .getByRole('listitem')
    .filter({ hasText: 'Deleted' })
    .getByRole('button', { name: 'Undo' })
    .click()
  await expect(runRows(window)).toHaveCount(1)

  await window.getByRole('checkbox', { name: 'Select Short run' }).check()
  await bar.getByRole('button', { name: 'Delete' }).click()
  await notice
    .getByRole('listitem')
    .filter({ hasText: 'Deleted' })
    .getByRole('button', { name: 'Close' })
    .click()
  await expect(window.getByText('There are none yet.')).toBeVisible()
  await window.reload()
  await expect(window.getByText('There are none yet.')).toBeVisible()
})

test('columns, groups and views are chosen, and a trend shows the runs of a configuration', async ({
  window,
}) => {
  await goTo(window, 'Results')
  await window.evaluate(() => (location.hash = '/trend'))
  await expect(window.getByText('No run has measured anything yet.')).toBeVisible()
  await startSimulator(window, 'My simulator')
  for (const name of ['Monday', 'Tuesday']) {
    await goTo(window, 'Servers')
    await startRun(window, { name, requests: 40, perSecond: 40 })
    await expect(window.getByRole('button', { name: 'Run again' })).toBeVisible()
  }

  await goTo(window, 'Results')
  const courses = runRows(window).getByRole('img', {
    name: /^Output tokens\/s in equal parts of the run/,
  })
  await expect(courses).toHaveCount(2)
  const table = window.getByRole('table', { name: 'Results' })
  await expect(table.getByRole('columnheader', { name: 'kept req/s' })).toBeVisible()
  const modelHead = table.getByRole('columnheader', { name: 'Model' })
  await window.getByRole('button', { name: 'View', exact: true }).click()
  const menu = window.getByRole('dialog')
  await menu.getByRole('checkbox', { name: 'p75', exact: true }).check()
  // Neither run was started with it, so it is computed from their requests.
  const tail = table.locator('th', { hasText: /^TTFT\s*p75/ })
  const column = await tail.evaluate((cell: HTMLTableCellElement) => cell.cellIndex)
  for (const row of await runRows(window).all())
    await expect(row.locator('> *').nth(column)).toHaveText(/\d/)
  await menu.getByRole('checkbox', { name: 'p75', exact: true }).uncheck()
  await menu.getByRole('checkbox', { name: 'Model' }).uncheck()
  await expect(modelHead).toHaveCount(0)
  await menu.getByRole('button', { name: 'Server', exact: true }).click()
  await expect(table.getByRole('rowheader', { name: 'My simulator 2' })).toBeVisible()
  await menu.getByRole('textbox', { name: 'Name of the view' }).fill('By server')
  await menu.getByRole('button', { name: 'Save', exact: true }).click()
  await menu.getByRole('button', { name: 'None', exact: true }).click()
  await menu.getByRole('checkbox', { name: 'Model' }).check()
  await expect(modelHead).toBeVisible()
  const differing = menu.getByRole('checkbox', { name: 'Only those that differ' })
  await differing.check()
  await expect(modelHead).toHaveCount(0)
  await differing.uncheck()
  await expect(modelHead).toBeVisible()
  await window.keyboard.press('Escape')
  await window.getByRole('searchbox', { name: 'Filter runs' }).fill('Monday')
  await expect(runRows(window)).toHaveCount(1)
  await window.reload()
  await expect(runRows(window)).toHaveCount(1)
  await window.getByRole('button', { name: 'View', exact: true }).click()
  await menu.getByRole('button', { name: 'By server', exact: true }).click()
  await window.keyboard.press('Escape')
  await expect(modelHead).toHaveCount(0)
  await expect(table.getByRole('rowheader', { name: 'My simulator 2' })).toBeVisible()

  await window.getByRole('checkbox', { name: 'Select Tuesday' }).check()
  const bar = window.getByRole('toolbar', { name: 'Selected runs' })
  await bar.getByRole('button', { name: 'Trend', exact: true }).click()
  await expect(heading(window, 'Trend')).toBeVisible()
  const trend = window.getByRole('table', { name: 'TTFT p50' })
  await expect(trend.getByRole('row')).toHaveCount(3)
  await expect(window.getByText('compared with the oldest run “Monday”')).toBeVisible()
  await trend.getByRole('button', { name: 'Pin Tuesday as baseline' }).click()
  await expect(trend.getByRole('row', { name: /Tuesday.*Baseline/ })).toBeVisible()
  await choose(window, 'Figure', 'Output tokens/s')
  await expect(window.getByRole('img', { name: 'Output tokens/s over time' })).toBeVisible()
  await window.keyboard.press('Tab')
  await window.locator('[data-term=interval]').first().focus()
  const tip = window.getByRole('tooltip')
  await expect(tip).toContainText('holds the true value with 95 % confidence')
  expect(await seriousProblems(window)).toEqual([])
  await window.keyboard.press('Escape')
  await expect(tip).toHaveCount(0)
  for (const size of [
    { width: 1280, height: 800 },
    { width: 800, height: 600 },
    { width: 640, height: 400 },
  ]) {
    await window.setViewportSize(size)
    expect(await layoutFaults(window), `${size.width} × ${size.height}`).toEqual([])
  }
  expect(await seriousProblems(window)).toEqual([])

  await test.step('no cell shows a change from a baseline whose prompts were in the prefix cache', async () => {
    await window.setViewportSize({ width: 1280, height: 800 })
    await goTo(window, 'Results')
    const baseline = runRows(window).filter({ hasText: 'Tuesday' })
    await expect(baseline.getByRole('img', { name: 'Baseline' })).toBeVisible()
    await expect(baseline.getByText(/^Not usable: .*cache-polluted/)).toHaveCount(1)
    await expect(runRows(window).locator('.change')).toHaveCount(0)
    expect(await layoutFaults(window)).toEqual([])
  })
})
