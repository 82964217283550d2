// Files the command line leaves behind, opened from disk in a browser that has never seen Kneepoint.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { startSimulator } from '#node/simulator/start-simulator.ts'
import { expect, test } from '../fixtures.ts'

const program = join(import.meta.dirname, '../../bin/kneepoint')
const load = [
  ...['--model', 'sim', '--prompt-token-ids', '--random-input-len', '64'],
  ...['--random-output-len', '16', '--num-prompts', '60', '--request-rate', '40'],
]

test('the timeline and the picture of a run stand alone', async ({ folder, page }) => {
  const complaints: string[] = []
  page.on('pageerror', ({ message }) => complaints.push(message))
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  await benchmark(folder)

  await page.goto(pathToFileURL(join(folder, 'one.timeline.html')).href)
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible()
  const rows = page.getByRole('img', { name: '60 requests over time' })
  await rows.hover({ position: { x: 92, y: 36 } })
  await expect(page.getByRole('status')).toContainText(/^Request 0 .*\n.*\n0\.000 s – /)

  const whole = await image()
  await rows.hover({ position: { x: 400, y: 200 } })
  await page.mouse.down()
  await page.mouse.move(600, 300, { steps: 3 })
  await page.mouse.up()
  expect(await image()).not.toBe(whole)
  await page.getByRole('button', { name: 'Whole run' }).click()
  await rows.evaluate((element) => element.scrollTo(0, 0))
  await expect.poll(image).toBe(whole)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(image).not.toBe(whole)

  await page.goto(pathToFileURL(join(folder, 'one.dataset_stats.svg')).href)
  await expect(page.getByText('dataset random · 60 requests').last()).toBeVisible()
  expect(complaints).toEqual([])

  function image(): Promise<string> {
    return page.locator('canvas').evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL())
  }
})

async function benchmark(folder: string): Promise<void> {
  const simulator = await startSimulator(
    { kind: 'simulator', preset: 'quick', port: null, startupS: 0, seed: 0 },
    { onLog: () => undefined, onPhase: () => undefined },
  )
  const server = ['--base-url', `http://127.0.0.1:${simulator.port}`]
  const files = ['--plot-timeline', '--plot-dataset-stats', '--result-filename', 'one.json']
  const run = spawn(process.execPath, [program, 'bench', 'serve', ...server, ...load, ...files], {
    cwd: folder,
    stdio: 'ignore',
  })
  expect(await once(run, 'exit')).toEqual([0, null])
  await simulator.stop()
}
