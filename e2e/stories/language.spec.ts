// The language of the window can be changed while it is open.
import { expect, test } from '../fixtures.ts'
import { goTo } from '../pages/shell.ts'

test('what was chosen before is shown in the new language, in every window', async ({
  app,
  window,
}) => {
  const other = await app.openWindow()
  await expect(other.getByRole('link', { name: 'Settings', exact: true })).toBeVisible()
  await goTo(window, 'Settings')
  await expect(window.locator('#theme')).toHaveText('System')
  await window.locator('#language').click()
  await window.getByRole('option', { name: '简体中文' }).click()
  await expect(window.locator('#theme')).toHaveText('跟随系统')
  await expect(other.getByRole('link', { name: '设置', exact: true })).toBeVisible()
})
