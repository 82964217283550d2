// The language of the window can be changed while it is open.
import { expect, test } from '../fixtures.ts'
import { goTo } from '../pages/shell.ts'

test('what was chosen before is shown in the new language', async ({ window }) => {
  await goTo(window, 'Settings')
  await expect(window.locator('#theme')).toHaveText('System')
  await window.locator('#language').click()
  await window.getByRole('option', { name: '简体中文' }).click()
  await expect(window.locator('#theme')).toHaveText('跟随系统')
})
