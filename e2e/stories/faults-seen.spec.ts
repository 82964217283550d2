// Faults that a new user once met, each with a step: names of exports, changed fields, presets, checks of a host, sizing.
import { expect, test } from '../fixtures.ts'
import { chooseLoad, chooseQuestion, fillBlank, openHow } from '../pages/ask-page.ts'
import { startRun } from '../pages/bench-page.ts'
import { runIsOver } from '../pages/run-page.ts'
import { openPlace, seeded } from '../pages/seeded.ts'
import { saveThrough } from '../pages/saved-file.ts'
import { startSimulator } from '../pages/servers-page.ts'
import { fill, heading, openFold } from '../pages/shell.ts'

test.use({ seeded: true })

test('exports of runs have names of their own', async ({ window }) => {
  const names: string[] = []
  for (const [place, name] of [
    [seeded.steady, 'Steady 20 req/s'],
    [seeded.full, 'Server full'],
  ] as const) {
    await openPlace(window, place)
    await expect(heading(window, name)).toBeVisible()
    for (const item of ['Result as JSON', 'Result as JSON, with every request'])
      names.push((await saveThrough(window, 'Export', item)).name)
  }
  expect(new Set(names).size).toBe(names.length)
})

test('no field has changed before the user changes one, a preset names its spread, and How is searched', async ({
  window,
}) => {
  await startSimulator(window, 'My simulator')
  for (const place of ['/ask/run', '/ask/knee', '/ask/capacity']) {
    await openPlace(window, place)
    await openHow(window)
    await expect(window.getByText(/\d+ fields? changed/), place).toHaveCount(0)
  }
  await openPlace(window, '/ask/run')
  await chooseLoad(window, 'Chat')
  await expect(window.getByRole('button', { name: /^Workload: .*±50 %/ })).toBeVisible()
  await openHow(window)
  await window.getByRole('searchbox', { name: 'Search all settings' }).fill('burst')
  await expect(window.getByRole('textbox', { name: 'Burstiness' })).toBeVisible()
  await expect(window.getByRole('textbox', { name: 'Requests', exact: true })).toHaveCount(0)
})

test(
  'a stored run of the same load says how precise the next will be',
  { tag: '@nightly' },
  async ({ window }) => {
    await startSimulator(window, 'My simulator')
    await startRun(window, { name: 'Measured before', requests: 400, perSecond: 20 })
    await runIsOver(window)
    await openPlace(window, '/ask/run')
    const forecast = /Judging by the run “Measured before”: p95 TTFT to within about ±.*requests/
    await expect(window.getByText(forecast)).toBeVisible()
    await window.evaluate(() =>
      localStorage.setItem('kneepoint.settings', JSON.stringify({ language: 'zh' })),
    )
    await window.reload()
    await expect(window.getByText(/参照运行“Measured before”，p95 TTFT 的误差约为/)).toBeVisible()
  },
)

test('the requests of an hour are left with the question about an hour', async ({ window }) => {
  await startSimulator(window, 'My simulator')
  const requests = window.getByRole('complementary').getByText('28,800', { exact: true })
  await openPlace(window, '/ask/hold')
  await fillBlank(window, 'Load', { 'Request rate': '8' })
  await expect(requests).toBeVisible()
  for (const question of ['Where is the knee?', 'What happens at a load?']) {
    await chooseQuestion(window, question)
    await expect(window.getByRole('button', { name: 'Start measuring' })).toBeEnabled()
  }
  await expect(requests).toHaveCount(0)
})

test('a check of the host names a program that does not exist', async ({ window }) => {
  await openPlace(window, '/servers/launch')
  await fill(window, { Program: 'no-such-vllm' })
  await window.getByLabel('Model', { exact: true }).fill('acme/oom-7b')
  await window.getByRole('button', { name: 'Check host' }).click()
  await expect(window.getByText('There is no program "no-such-vllm" on this host.')).toBeVisible()
})

test('sizing takes a demand and a price, and shows no figure without a value', async ({
  window,
}) => {
  await openPlace(window, seeded.knee)
  const sizing = await openFold(window, 'Sizing')
  await sizing.getByRole('textbox', { name: 'To serve' }).fill('100')
  await sizing.getByRole('textbox', { name: 'Price per GPU hour' }).fill('2')
  const figures = sizing.locator('dd')
  await expect(sizing.getByText('Cost per hour')).toBeVisible()
  expect((await figures.allInnerTexts()).filter((text) => /^[–—-]$/.test(text.trim()))).toEqual([])
})

test(
  'a calibration answers whether the client can be trusted',
  { tag: '@nightly' },
  async ({ window }) => {
    test.setTimeout(600_000)
    await openPlace(window, '/calibrate')
    await window.getByRole('button', { name: 'Calibrate now' }).click()
    const answer = window.getByText(/^(Yes, up to|No: )/)
    await expect(answer).toBeVisible({ timeout: 500_000 })
  },
)
