// A run that is stopped keeps what it measured.
import { expect, test } from '../fixtures.ts'
import { startRun } from '../pages/bench-page.ts'
import { cancelRun, figureValue, someHaveEnded } from '../pages/run-page.ts'
import { startSimulator } from '../pages/servers-page.ts'
import { openFold } from '../pages/shell.ts'

test(
  'cancelling a run keeps the requests that have ended',
  { tag: '@desktop-nightly' },
  async ({ window }) => {
    await startSimulator(window, 'My simulator')
    await startRun(window, { name: 'Too long', requests: 4000, perSecond: 8 })
    await someHaveEnded(window, 10)
    const open = await openFold(window, 'Requests in flight')
    await expect(open.getByRole('row').nth(1)).toContainText(/Queued or prefill|Decode/)
    await open.getByRole('button', { name: 'Pause the table' }).click()
    const still = await open.getByRole('table').innerText()
    await someHaveEnded(window, 20)
    expect(await open.getByRole('table').innerText()).toBe(still)
    await open.getByRole('button', { name: 'Resume the table' }).click()
    await expect(open.getByRole('table')).not.toHaveText(still)
    await cancelRun(window)

    await expect(window.getByText('Cancelled', { exact: true }).first()).toBeVisible()
    const completed = await figureValue(window, 'Completed')
    expect(completed).toBeGreaterThanOrEqual(10)
    expect(completed).toBeLessThan(4000)

    await openFold(window, 'Requests')
    const requests = window.getByRole('table', { name: 'Requests' })
    await expect(requests.getByRole('row').nth(1)).toContainText('16')
  },
)
