// How far it is to a first result, in clicks: for a newcomer from `npm start`, and for a user with a command at hand.
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { seriousProblems } from '../pages/accessibility.ts'
import { startServerElsewhere } from '../pages/server-elsewhere.ts'
import { startSimulator } from '../pages/servers-page.ts'
import { goTo } from '../pages/shell.ts'
import { sweepAnswer } from '../pages/sweep-page.ts'

const texts = {
  en: {
    try: 'Start and measure',
    paste: 'Paste a command',
    command: 'Command line',
    fill: 'Fill the form',
    start: 'Start the run',
    knee: /Knee|No knee/,
  },
  zh: {
    try: '启动并测量',
    paste: '粘贴命令',
    command: '命令行',
    fill: '填写表单',
    start: '开始运行',
    knee: /拐点/,
  },
} as const

for (const language of ['en', 'zh'] as const) {
  test.describe(`in ${language}`, () => {
    test.use({ locale: language === 'en' ? 'en-US' : 'zh-CN' })
    const t = texts[language]
    // Half a minute of loads, which are the same in each language.
    const tag = language === 'en' ? [] : ['@nightly']

    test('a newcomer gets to a knee with at most three clicks', { tag }, async ({ window }) => {
      expect(await seriousProblems(window)).toEqual([])
      const clicks = await countClicks(window)
      await window.getByRole('button', { name: t.try }).click()
      await expect(sweepAnswer(window).getByText(t.knee).first()).toBeVisible()
      expect(await clicks()).toBeLessThanOrEqual(3)
    })

    test('a pasted command leads to its result with at most four clicks', async ({ window }) => {
      const server = await startServerElsewhere()
      try {
        const clicks = await countClicks(window)
        await window.getByRole('link', { name: t.paste }).click()
        const dialog = window.getByRole('dialog')
        await dialog
          .getByRole('textbox', { name: t.command })
          .fill(
            `vllm bench serve --base-url ${server.url} --dataset-name random --random-input-len 32 --random-output-len 4 --num-prompts 20 --request-rate 20`,
          )
        // The server is in no list yet: the dialog offers to attach it.
        await expect(dialog.getByRole('checkbox')).toBeChecked()
        await expect(dialog.getByText(server.url).last()).toBeVisible()
        expect(await seriousProblems(window)).toEqual([])
        await dialog.getByRole('button', { name: t.fill }).click()
        await window.getByRole('button', { name: t.start }).click()
        // Which one depends on what else this machine does.
        await expect(window.locator('[data-answer]')).toBeVisible()
        expect(await clicks()).toBeLessThanOrEqual(4)
      } finally {
        await server.stop()
      }
    })
  })
}

test('a command for a server that does not respond is sent to no other server', async ({
  window,
}) => {
  await startSimulator(window, 'Another server')
  await goTo(window, 'Bench')
  const server = window.getByRole('combobox', { name: 'Server', exact: true })
  await expect(server).toContainText('Another server')
  await window.getByRole('button', { name: 'Paste a command' }).click()
  const dialog = window.getByRole('dialog')
  await dialog.getByRole('textbox').fill('vllm bench serve --base-url http://127.0.0.1:9')
  await dialog.getByRole('button', { name: 'Fill the form' }).click()
  await expect(window.getByRole('alert')).toContainText('127.0.0.1:9')
  await expect(server).toContainText('Choose a server')
  await expect(window.getByRole('button', { name: 'Start the run' })).toBeDisabled()
})

test('a command for a server that does not respond says so, without a server in the list', async ({
  window,
}) => {
  await window.getByRole('link', { name: 'Paste a command' }).click()
  const dialog = window.getByRole('dialog')
  await dialog.getByRole('textbox').fill('vllm bench serve --base-url http://127.0.0.1:9')
  await dialog.getByRole('button', { name: 'Fill the form' }).click()
  await expect(window.getByRole('alert')).toContainText('127.0.0.1:9')
})

/** Of the pointer, from now on. */
async function countClicks(window: Page): Promise<() => Promise<number>> {
  await window.evaluate(() => {
    document.documentElement.dataset['clicks'] = '0'
    const count = (event: Event) => {
      if (!event.isTrusted) return
      const before = Number(document.documentElement.dataset['clicks'])
      document.documentElement.dataset['clicks'] = String(before + 1)
    }
    addEventListener('pointerdown', count, true)
  })
  return () => window.evaluate(() => Number(document.documentElement.dataset['clicks']))
}
