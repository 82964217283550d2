// From nothing to a measured result: start the built-in server, send a benchmark, read what it did.
import { expect, test } from '../fixtures.ts'
import { startRun } from '../pages/bench-page.ts'
import { figureValue, runIsOver } from '../pages/run-page.ts'
import { parseCsv, parseJson, saveThrough } from '../pages/saved-file.ts'
import { startSimulator } from '../pages/servers-page.ts'
import { goTo } from '../pages/shell.ts'

test(
  'start the simulator, run a benchmark, read its result',
  { tag: '@desktop' },
  async ({ window }) => {
    await startSimulator(window, 'My simulator')
    await window.getByRole('button', { name: 'More actions' }).click()
    await window.getByRole('menuitem', { name: 'Reset the caches' }).click()
    await expect(window.getByText('The caches are empty.')).toBeVisible()
    await startRun(window, { name: 'First run', requests: 40, perSecond: 20 })
    await runIsOver(window)

    expect(await figureValue(window, 'Completed')).toBe(40)
    expect(await figureValue(window, 'Failed')).toBe(0)
    expect(await figureValue(window, 'Output tokens')).toBe(40 * 16)
    await expect(window.getByText('simulated', { exact: true }).first()).toBeVisible()

    const json = parseJson(await saveThrough(window, 'Export', 'Result as JSON'))
    expect(json).toMatchObject({ completed: 40, total_output_tokens: 40 * 16 })
    const requests = parseCsv(await saveThrough(window, 'Export', 'Requests as CSV'))
    expect(requests).toHaveLength(40)
    const samples = parseCsv(
      await saveThrough(window, 'Export', 'Server and GPUs over time as CSV'),
    )
    expect(samples.length).toBeGreaterThan(1)
    await expect(window.getByText('A simulated server has no GPUs.')).toBeVisible()

    await goTo(window, 'Results')
    await expect(window.getByRole('row').filter({ hasText: 'First run' })).toContainText(
      /Valid|Caution|Not usable/,
    )
  },
)
