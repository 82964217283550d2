// How far it is to a first result, in inputs and seconds: for a newcomer from `npm start`, and for a user with a server or a
// command at hand; in the browser and in Electron.
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { ask } from '../pages/ask-page.ts'
import { seriousProblems } from '../pages/accessibility.ts'
import { countEffort } from '../pages/hands.ts'
import { openPlace } from '../pages/seeded.ts'
import { startServerElsewhere } from '../pages/server-elsewhere.ts'
import { startSimulator } from '../pages/servers-page.ts'
import { sweepAnswer } from '../pages/sweep-page.ts'

const texts = {
  en: {
    try: 'Start and measure',
    paste: 'Paste a command',
    command: 'Command line',
    fill: 'Fill the form',
    start: 'Start measuring',
    knee: /Knee|No knee/,
    url: 'URL of the server',
    limits: /^Limits: /,
    value: 'Value of limit 1',
    compare: 'Is B worse than A?',
    candidate: 'Server that may be worse',
    ask: 'Ask',
    cancel: 'Cancel the sweep',
    cancelGate: 'Cancel',
    cancelled: 'Cancelled',
  },
  zh: {
    try: '启动并测量',
    paste: '粘贴命令',
    command: '命令行',
    fill: '填写表单',
    start: '开始测量',
    knee: /拐点/,
    url: '服务器 URL',
    limits: /^限值：/,
    value: '限值 1 的值',
    compare: 'B 比 A 差吗？',
    candidate: '可能较差的服务器',
    ask: '测什么',
    cancel: '取消扫描',
    cancelGate: '取消',
    cancelled: '已取消',
  },
} as const

/** In the browser every day, in Electron at night. */
const inElectronToo = { tag: '@desktop-nightly' }

for (const language of ['en', 'zh'] as const) {
  const tag = language === 'en' ? [] : ['@nightly']
  test.describe(`in ${language}`, { tag }, () => {
    test.use({ locale: language === 'en' ? 'en-US' : 'zh-CN' })
    const t = texts[language]
    // By day, start.spec.ts goes the same way.
    test(
      'a newcomer gets to a knee with one click',
      { tag: ['@nightly', '@desktop'] },
      async ({ window }) => {
        expect(await seriousProblems(window)).toEqual([])
        const effort = await countEffort(window)
        await window.getByRole('button', { name: t.try }).click()
        await expect(sweepAnswer(window).getByText(t.knee).first()).toBeVisible()
        const { inputs, seconds } = await effort()
        console.log(`a knee, in ${language}: ${inputs} input, ${seconds.toFixed(1)} s`)
        expect(inputs).toBe(1)
      },
    )

    test(
      'the capacity within a limit is asked for with five inputs',
      inElectronToo,
      async ({ window }) => {
        const server = await startServerElsewhere()
        try {
          const effort = await countEffort(window)
          await window.getByRole('textbox', { name: t.url }).fill(server.url)
          await window.keyboard.press('Enter')
          await window.getByRole('button', { name: t.limits }).click()
          await window.getByRole('textbox', { name: t.value }).fill('300')
          await expect(window.getByRole('button', { name: t.start })).toBeEnabled()
          await window.keyboard.press('Control+Enter')
          await expect(window.getByRole('button', { name: t.cancel })).toBeVisible()
          const { inputs, seconds } = await effort()
          console.log(`a capacity, in ${language}: ${inputs} inputs, ${seconds.toFixed(1)} s`)
          expect(inputs).toBeLessThanOrEqual(5)
          await cancelSweep(window, t.cancel)
        } finally {
          await server.stop()
        }
      },
    )

    test(
      'whether one server is worse than another is asked with six inputs',
      inElectronToo,
      async ({ window }) => {
        const servers = [await startServerElsewhere(), await startServerElsewhere()]
        try {
          for (const { url } of servers) {
            await openPlace(window, '/servers/attach')
            await window.locator('#attach-url').fill(url)
            await window.keyboard.press('Enter')
            await expect(window).toHaveURL(/#\/servers\/[0-9a-f-]{8,}/)
            // The address changes before the page: the next one must not be taken for filled.
            await expect(window.locator('#attach-url')).toHaveCount(0)
          }
          await openPlace(window, '/')
          const effort = await countEffort(window)
          await window.getByRole('link', { name: t.ask, exact: true }).click()
          await window.getByRole('radio', { name: t.compare }).check()
          await window.getByRole('combobox', { name: t.candidate }).click()
          await window.getByRole('option').first().click()
          await window.getByRole('button', { name: t.start }).click()
          const cancel = window.getByRole('button', { name: t.cancelGate, exact: true })
          await expect(cancel).toBeVisible()
          const { inputs, seconds } = await effort()
          console.log(`B against A, in ${language}: ${inputs} inputs, ${seconds.toFixed(1)} s`)
          expect(inputs).toBeLessThanOrEqual(6)
          await expect(window).toHaveURL(/#\/gates\//)
          await cancel.click()
          await expect(window.getByText(t.cancelled)).toBeVisible()
        } finally {
          for (const server of servers) await server.stop()
        }
      },
    )

    test('a pasted command leads to its result with at most four clicks', async ({ window }) => {
      const server = await startServerElsewhere()
      try {
        const effort = await countEffort(window)
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
        expect((await effort()).inputs).toBeLessThanOrEqual(4)
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
  await ask(window, 'What happens at a load?')
  const server = window.getByRole('combobox', { name: 'Server', exact: true })
  await expect(server).toContainText('Another server')
  await window.getByRole('button', { name: 'Paste a command' }).click()
  const dialog = window.getByRole('dialog')
  await dialog.getByRole('textbox').fill('vllm bench serve --base-url http://127.0.0.1:9')
  await dialog.getByRole('button', { name: 'Fill the form' }).click()
  await expect(window.getByRole('alert')).toContainText('127.0.0.1:9')
  await expect(server).toContainText('a server')
  await expect(window.getByRole('button', { name: 'Start measuring' })).toBeDisabled()
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

async function cancelSweep(window: Page, name: string): Promise<void> {
  const cancel = window.getByRole('button', { name })
  await cancel.click()
  await expect(cancel).toHaveCount(0)
}
