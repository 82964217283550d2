// The tasks of a day without a pointer: start, measure, find, open, annotate, rename, export, compare, delete and undo.
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { reach } from '../pages/hands.ts'
import { heading } from '../pages/shell.ts'

test.use({ seeded: true })

test('every task goes by keyboard alone', async ({ window }) => {
  await test.step('start a simulator', async () => {
    await command(window, 'Start the built-in simulator')
    await expect(heading(window, 'Start the built-in simulator')).toBeVisible()
    await type(window, window.getByRole('textbox', { name: 'Start-up time' }), '0')
    await type(window, window.getByRole('textbox', { name: 'Name' }), 'Sim')
    await window.keyboard.press('Enter')
    await expect(window.getByRole('button', { name: 'Benchmark it' })).toBeVisible()
  })

  await test.step('compose and start a run', async () => {
    await command(window, 'Benchmark it')
    await press(window, window.locator('details.how > summary'))
    const fields = { Requests: '20', 'Input length': '16', 'Output length': '4' }
    for (const [name, value] of Object.entries({ ...fields, 'Request rate': '20' })) {
      await type(window, window.getByRole('textbox', { name, exact: true }), value)
    }
    await type(window, window.getByRole('textbox', { name: 'Name of the result' }), 'By keys')
    await press(window, window.getByRole('button', { name: 'Start measuring' }))
    await expect(heading(window, 'By keys')).toBeVisible()
    await expect(window.getByRole('button', { name: 'Export' })).toBeVisible()
  })

  await test.step('annotate and rename', async () => {
    await command(window, 'Edit notes')
    await expect(window.getByRole('textbox', { name: 'Notes' })).toBeFocused()
    await window.keyboard.type('No pointer')
    await window.keyboard.press('Control+Enter')
    await expect(window.getByText('No pointer')).toBeVisible()
    await command(window, 'Rename')
    await expect(window.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused()
    await window.keyboard.type('All by keys')
    await window.keyboard.press('Enter')
    await expect(heading(window, 'All by keys')).toBeVisible()
  })

  await test.step('export', async () => {
    const downloading = window.waitForEvent('download')
    await press(window, window.getByRole('button', { name: 'Export' }))
    await expect(window.getByRole('menu')).toBeVisible()
    await window.keyboard.press('Home')
    await expect(window.getByRole('menuitem', { name: 'Requests as CSV' })).toBeFocused()
    await window.keyboard.press('Enter')
    expect((await downloading).suggestedFilename()).toMatch(/\.csv$/)
  })

  await test.step('open a row of the table of requests', async () => {
    await press(window, window.locator('details[data-fold="requests"] > summary'))
    await press(window, window.getByRole('button', { name: 'Details of request 1', exact: true }))
    await expect(window.getByRole('complementary', { name: 'Request 1' })).toBeVisible()
  })

  const boxes = window.getByRole('checkbox', { name: /^Select / })
  await test.step('find a run, and open its row', async () => {
    await window.keyboard.press('g')
    await window.keyboard.press('r')
    await expect(boxes.nth(2)).toBeVisible()
    await window.keyboard.press('/')
    await window.keyboard.type('pointer')
    await expect(boxes).toHaveCount(2)
    await press(window, window.getByRole('link', { name: 'All by keys', exact: true }))
    await expect(heading(window, 'All by keys')).toBeVisible()
  })

  await test.step('open a run by name, and reach its head at once', async () => {
    await command(window, 'Steady 20 req/s')
    await expect(heading(window, 'Steady 20 req/s')).toBeVisible()
    await reach(window, window.getByRole('button', { name: 'Rename Steady 20 req/s' }), 3)
  })

  await test.step('explain a field', async () => {
    await command(window, 'What happens at a load?')
    await press(window, window.locator('details.how > summary'))
    const field = window.getByRole('textbox', { name: 'Requests', exact: true })
    await reach(window, field)
    const help = window.getByRole('tooltip').filter({ visible: true })
    await expect(help).toHaveCount(0)
    await window.keyboard.press('F1')
    await expect(help).toHaveCount(1)
    await window.keyboard.press('Tab')
    await expect(help).toHaveCount(0)
  })

  await test.step('compare two runs', async () => {
    await command(window, 'Results')
    await expect(boxes.nth(2)).toBeVisible()
    await reach(window, boxes.nth(1))
    await window.keyboard.press('Space')
    await reach(window, boxes.nth(2))
    await window.keyboard.press('Space')
    await press(window, window.getByRole('button', { name: 'Compare 2 runs' }))
    await expect(heading(window, 'Comparison')).toBeVisible()
  })

  await test.step('delete a run, and undo it', async () => {
    await command(window, 'Results')
    await reach(window, window.getByRole('checkbox', { name: 'Select All by keys' }))
    await window.keyboard.press('Space')
    await command(window, 'Delete')
    const link = window.getByRole('link', { name: 'All by keys', exact: true })
    await expect(link).toHaveCount(0)
    await window.keyboard.press('Control+z')
    await expect(link).toBeVisible()
  })
})

/** Of the palette, by its name. */
async function command(window: Page, name: string): Promise<void> {
  await window.keyboard.press('Control+k')
  await expect(window.getByRole('textbox', { name: 'Go to anything' })).toBeFocused()
  await window.keyboard.type(name)
  await expect(window.getByRole('option').first()).toContainText(name)
  await window.keyboard.press('Enter')
  await expect(window.getByRole('option')).toHaveCount(0)
}

async function press(window: Page, control: Locator): Promise<void> {
  await reach(window, control)
  await window.keyboard.press('Enter')
}

/** In place of what the field holds. */
async function type(window: Page, field: Locator, text: string): Promise<void> {
  await reach(window, field)
  await window.keyboard.press('Control+a')
  await window.keyboard.type(text)
}
