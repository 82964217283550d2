// Terms are explained where they are, and listed.
import { expect, test } from '../fixtures.ts'
import { ask, openHow } from '../pages/ask-page.ts'
import { seriousProblems } from '../pages/accessibility.ts'
import { startSimulator } from '../pages/servers-page.ts'
import { goTo, heading } from '../pages/shell.ts'

const languages = {
  en: { label: 'Request rate', meaning: 'the requested rate, requests per second' },
  zh: { label: '请求速率', meaning: '要求的速率，即每秒请求数' },
}

test('a term is explained where the pointer rests, in both languages', async ({ window }) => {
  await startSimulator(window, 'My simulator')
  for (const [language, { label, meaning }] of Object.entries(languages)) {
    await window.evaluate((chosen) => {
      localStorage.setItem('kneepoint.settings', JSON.stringify({ language: chosen }))
      location.hash = '/ask/run'
    }, language)
    await window.reload()
    await openHow(window)
    const tip = window.getByRole('tooltip')
    // What is known of the server arrives after the form and can move it away from the pointer.
    await expect(async () => {
      await window.mouse.move(2, 2)
      await window.getByText(label, { exact: true }).first().hover()
      await expect(tip).toContainText(meaning, { timeout: 2000 })
    }).toPass({ timeout: 90_000 })
    await window.mouse.move(2, 2)
    await expect(tip).toHaveCount(0)
  }
})

test(
  'a term that appears below a resting pointer is explained',
  { tag: '@nightly' },
  async ({ window }) => {
    await startSimulator(window, 'My simulator')
    // The whole form is in sight, so that it stands where it stood.
    await window.setViewportSize({ width: 1280, height: 2000 })
    await ask(window, 'What happens at a load?')
    await openHow(window)
    await window.getByText(languages.en.label, { exact: true }).first().hover()
    const tip = window.getByRole('tooltip')
    await expect(tip).toBeVisible()
    for (const view of ['#/results', '#/ask/run']) {
      await window.evaluate((hash) => (location.hash = hash), view)
      const isForm = view === '#/ask/run'
      if (isForm) await openHow(window)
      await expect(window.getByText(languages.en.label, { exact: true })).toHaveCount(
        isForm ? 1 : 0,
      )
    }
    await expect(tip).toContainText(languages.en.meaning)
  },
)

test(
  'the palette finds a term, and the glossary lists all',
  { tag: '@nightly' },
  async ({ window }) => {
    await goTo(window, 'Results')
    await window.keyboard.press('Control+k')
    await window.getByRole('textbox', { name: 'Go to anything' }).fill('goodput')
    await window.getByRole('option', { name: /^goodput/ }).click()
    await expect(heading(window, 'Glossary')).toBeVisible()
    await expect(window.getByRole('term')).toHaveText(['goodput'])
    await window.getByRole('searchbox', { name: 'Find a term' }).fill('')
    await expect(window.getByRole('term').filter({ hasText: 'TTFT' })).toBeVisible()
    expect(await seriousProblems(window)).toEqual([])
  },
)
