// A run that is stopped keeps what it measured.
import { expect, test } from '../fixtures.ts'
import { startRun } from '../pages/bench-page.ts'
import { cancelRun, figureValue, someHaveEnded } from '../pages/run-page.ts'
import { startSimulator } from '../pages/servers-page.ts'

test(
  'cancelling a run keeps the requests that have ended',
  { tag: '@desktop-nightly' },
  async ({ window }) => {
    await startSimulator(window, 'My simulator')
    await startRun(window, { name: 'Too long', requests: 4000, perSecond: 8 })
    await someHaveEnded(window, 10)
    await cancelRun(window)

    await expect(window.getByText('Cancelled', { exact: true }).first()).toBeVisible()
    const completed = await figureValue(window, 'Completed')
    expect(completed).toBeGreaterThanOrEqual(10)
    expect(completed).toBeLessThan(4000)

    await window.getByRole('tab', { name: 'Requests' }).click()
    const requests = window.getByRole('table', { name: 'Requests' })
    await expect(requests.getByRole('row').nth(1)).toContainText('16')
  },
)
