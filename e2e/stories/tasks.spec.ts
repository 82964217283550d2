// Eighteen tasks of a day, by pointer and by keys: inputs, stops of the Tab key and seconds of each, for docs/design.md.
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { countEffort, handOf, type Effort, type Hand } from '../pages/hands.ts'
import { openPlace, seeded } from '../pages/seeded.ts'
import { startServerElsewhere } from '../pages/server-elsewhere.ts'
import { heading } from '../pages/shell.ts'
import { sweepAnswer } from '../pages/sweep-page.ts'

type Task = Readonly<{
  name: string
  /** The start page, without it. */
  from?: string
  do(window: Page, hand: Hand): Promise<void>
  /** Visible once the task is done. */
  done(window: Page): Locator
  /** With pointer or keys; presses of Tab besides. */
  most: Readonly<{ inputs: number; stops: number }>
  before?(window: Page): Promise<void>
  /** Ends what the task has started. */
  end?(window: Page): Promise<void>
}>

/** Filled by the story, which starts the servers. */
const urls = { first: '', second: '' }

const button = (window: Page, name: string | RegExp) =>
  window.getByRole('button', { name, exact: true }).first()
const textbox = (window: Page, name: string) => window.getByRole('textbox', { name })
const dialog = (window: Page) => window.getByRole('dialog')

async function begin(window: Page, hand: Hand, question: string): Promise<void> {
  await hand.go('Ask', 'a')
  await hand.check(window.getByRole('radio', { name: question, exact: true }))
}

/** From anywhere in the composer. */
async function start(window: Page): Promise<void> {
  await expect(button(window, 'Start measuring')).toBeEnabled()
  await window.keyboard.press('Control+Enter')
}

async function attach(window: Page, url: string): Promise<void> {
  await openPlace(window, '/servers/attach')
  await window.locator('#attach-url').fill(url)
  await window.keyboard.press('Enter')
  await expect(button(window, 'Benchmark it')).toBeVisible()
}

const measured = {
  done: (window: Page) => button(window, /^Cancel the (run|sweep)$/),
  async end(window: Page) {
    const cancel = button(window, /^Cancel the (run|sweep)$/)
    await cancel.click()
    // A run that has measured something asks first.
    const sure = dialog(window).getByRole('button', { name: 'Cancel the run' })
    await expect(sure.or(button(window, 'Export'))).toBeVisible()
    if (await sure.isVisible()) await sure.click()
    await expect(cancel).toHaveCount(0)
  },
}

async function exported(window: Page, hand: Hand, item: string): Promise<void> {
  const downloading = window.waitForEvent('download')
  await hand.press(button(window, 'Export'))
  const entry = window.getByRole('menuitem', { name: item })
  await expect(entry).toBeVisible()
  if (hand.name === 'pointer') await entry.click()
  else {
    const isChosen = () => entry.evaluate((element) => element === document.activeElement)
    for (let step = 0; step < 20 && !(await isChosen()); step++)
      await window.keyboard.press('ArrowDown')
    await window.keyboard.press('Enter')
  }
  await downloading
}

const tasks: readonly Task[] = [
  {
    name: 'a first knee, on the simulator, to its answer',
    do: (window, hand) => hand.press(button(window, 'Start and measure')),
    done: (window) =>
      sweepAnswer(window)
        .getByText(/Knee|No knee/)
        .first(),
    most: { inputs: 1, stops: 20 },
  },
  {
    name: 'a server by its URL, ready to be measured',
    async do(window, hand) {
      await hand.write(textbox(window, 'URL of the server'), urls.first)
      await window.keyboard.press('Enter')
    },
    done: (window) => button(window, 'Start measuring'),
    most: { inputs: 2, stops: 20 },
  },
  {
    name: 'one prompt and its response, before a load',
    async do(window, hand) {
      await hand.go('Servers', 's')
      await hand.press(
        window
          .locator('main')
          .getByRole('link', { name: /8B-Instruct/ })
          .first(),
      )
      await hand.press(button(window, 'Send'))
    },
    done: (window) =>
      window
        .locator('main')
        .getByText(/tok\/s/)
        .first(),
    most: { inputs: 3, stops: 20 },
  },
  {
    name: 'a single load',
    async do(window, hand) {
      await begin(window, hand, 'What happens at a load?')
      await start(window)
    },
    ...measured,
    most: { inputs: 3, stops: 20 },
  },
  {
    name: 'a pasted command',
    async do(window, hand) {
      await hand.press(window.getByRole('link', { name: 'Paste a command' }))
      await hand.write(
        dialog(window).getByRole('textbox', { name: 'Command line' }),
        `vllm bench serve --base-url ${urls.first} --dataset-name random --num-prompts 200`,
      )
      await hand.press(dialog(window).getByRole('button', { name: 'Fill the form' }))
      await start(window)
    },
    ...measured,
    most: { inputs: 4, stops: 20 },
  },
  {
    name: 'the capacity within a limit',
    async do(window, hand) {
      await begin(window, hand, 'How much load?')
      await hand.press(button(window, /^Limits: /))
      await hand.write(textbox(window, 'Value of limit 1'), '300')
      await start(window)
    },
    ...measured,
    most: { inputs: 5, stops: 20 },
  },
  {
    name: 'the knee of a server',
    async do(window, hand) {
      await begin(window, hand, 'Where is the knee?')
      await start(window)
    },
    ...measured,
    most: { inputs: 3, stops: 20 },
  },
  {
    name: 'whether B is worse than A',
    before: (window) => attach(window, urls.second),
    async do(window, hand) {
      await begin(window, hand, 'Is B worse than A?')
      await hand.press(window.getByRole('combobox', { name: 'Server that may be worse' }))
      const option = window.getByRole('option').first()
      await expect(option).toBeVisible()
      if (hand.name === 'pointer') await option.click()
      else await window.keyboard.press('Enter')
      await start(window)
    },
    done: (window) => button(window, 'Cancel'),
    async end(window) {
      await button(window, 'Cancel').click()
      await expect(button(window, 'Cancel')).toHaveCount(0)
    },
    most: { inputs: 6, stops: 20 },
  },
  {
    name: 'whether a load holds for an hour',
    async do(window, hand) {
      await begin(window, hand, 'Does it hold?')
      await start(window)
    },
    ...measured,
    most: { inputs: 3, stops: 20 },
  },
  {
    name: 'how many GPUs for a demand',
    async do(window, hand) {
      await begin(window, hand, 'How many GPUs?')
      await hand.press(button(window, /^Demand: /))
      await hand.write(dialog(window).getByRole('textbox').first(), '50')
      await start(window)
    },
    ...measured,
    most: { inputs: 5, stops: 20 },
  },
  {
    name: 'why a result is not usable',
    from: seeded.full,
    do: (window, hand) => hand.press(button(window, 'Cache-polluted')),
    done: (window) => window.locator('.evidence p').first(),
    most: { inputs: 1, stops: 20 },
  },
  {
    name: 'one request of a run',
    from: seeded.full,
    async do(window, hand) {
      await hand.press(window.locator('details[data-fold="requests"] > summary'))
      await hand.press(button(window, 'Details of request 1'))
    },
    done: (window) => window.getByRole('complementary', { name: 'Request 1' }),
    most: { inputs: 2, stops: 20 },
  },
  {
    name: 'a comparison of two runs',
    async do(window, hand) {
      await hand.go('Results', 'r')
      await hand.check(window.getByRole('checkbox', { name: 'Select Server full' }))
      await hand.check(window.getByRole('checkbox', { name: 'Select Steady 20 req/s' }))
      await hand.press(button(window, 'Compare 2 runs'))
    },
    done: (window) => heading(window, 'Comparison'),
    most: { inputs: 4, stops: 20 },
  },
  {
    name: 'the requests of a run as CSV',
    from: seeded.full,
    do: (window, hand) => exported(window, hand, 'Requests as CSV'),
    done: (window) => button(window, 'Export'),
    most: { inputs: 2, stops: 20 },
  },
  {
    name: 'a result as one page for others',
    from: seeded.full,
    do: (window, hand) => exported(window, hand, 'Report as a page (HTML)'),
    done: (window) => button(window, 'Export'),
    most: { inputs: 2, stops: 20 },
  },
  {
    name: 'a note on a run',
    from: seeded.steady,
    async do(window, hand) {
      await hand.press(button(window, 'Add a note to Steady 20 req/s'))
      await hand.write(textbox(window, 'Notes'), 'Fans at half speed')
      await window.keyboard.press('Control+Enter')
    },
    done: (window) => window.locator('main').getByText('Fans at half speed'),
    most: { inputs: 3, stops: 20 },
  },
  {
    name: 'a run deleted, and brought back',
    from: seeded.steady,
    async do(window, hand) {
      await hand.press(button(window, 'Delete this run'))
      const undo = button(window, 'Undo')
      await expect(undo).toBeVisible()
      if (hand.name === 'pointer') await undo.click()
      else await window.keyboard.press('Control+z')
      await hand.go('Results', 'r')
    },
    done: (window) => window.getByRole('link', { name: 'Steady 20 req/s', exact: true }),
    most: { inputs: 3, stops: 20 },
  },
  {
    name: 'a run found by its name',
    async do(window, hand) {
      if (hand.name === 'pointer') await button(window, /^Go to/).click()
      else await window.keyboard.press('Control+k')
      await textbox(window, 'Go to anything').pressSequentially('Steady 20')
      await expect(window.getByRole('option').first()).toContainText('Steady 20 req/s')
      await window.keyboard.press('Enter')
    },
    done: (window) => heading(window, 'Steady 20 req/s'),
    most: { inputs: 3, stops: 0 },
  },
]

for (const name of ['pointer', 'keys'] as const) {
  test.describe(`by ${name}`, () => {
    test.use({ seeded: true })
    test('every task of a day is a few inputs away', { tag: '@nightly' }, async ({ window }) => {
      test.setTimeout(600_000)
      const servers = [await startServerElsewhere(), await startServerElsewhere()]
      Object.assign(urls, { first: servers[0]?.url, second: servers[1]?.url })
      await openPlace(window, '/')
      const efforts: [string, Effort][] = []
      try {
        for (const task of tasks) {
          await test.step(task.name, async () => {
            await task.before?.(window)
            await openPlace(window, task.from ?? '/')
            const effort = await countEffort(window)
            await task.do(window, handOf[name](window))
            await expect(task.done(window)).toBeVisible()
            const spent = await effort()
            efforts.push([task.name, spent])
            await task.end?.(window)
            expect.soft(spent.inputs, `inputs: ${task.name}`).toBeLessThanOrEqual(task.most.inputs)
            expect.soft(spent.stops, `stops: ${task.name}`).toBeLessThanOrEqual(task.most.stops)
          })
        }
      } finally {
        console.log(tableOf(efforts))
        for (const server of servers) await server.stop()
      }
    })
  })
}

function tableOf(efforts: readonly [string, Effort][]): string {
  const lines = efforts.map(
    ([name, { inputs, stops, seconds }]) =>
      `| ${name} | ${inputs} | ${stops} | ${seconds.toFixed(1)} |`,
  )
  return lines.join('\n')
}
