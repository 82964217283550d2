// Every command that a page offers in the palette, run one by one. What each page offers is listed here in full, so a
// command that is added to a page is added here.
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { openHow } from '../pages/ask-page.ts'
import { runIsOver } from '../pages/run-page.ts'
import { openPlace, seeded } from '../pages/seeded.ts'
import { startSimulator } from '../pages/servers-page.ts'
import { fill, heading } from '../pages/shell.ts'

test.use({ seeded: true, permissions: ['clipboard-read', 'clipboard-write'] })

type Run = () => Promise<void>

/** What is to be seen once a command has run; it is given the run, because some must be waited for from before. */
type Effect = (window: Page, run: Run) => Promise<void>

const saves =
  (name: RegExp): Effect =>
  async (window, run) => {
    const downloading = window.waitForEvent('download')
    await run()
    expect((await downloading).suggestedFilename()).toMatch(name)
  }
const goes =
  (place: RegExp): Effect =>
  async (window, run) => {
    await run()
    await expect(window).toHaveURL(place)
  }
/** And leaves it at that. */
const asks =
  (title: string | RegExp): Effect =>
  async (window, run) => {
    await run()
    const dialog = window.getByRole('dialog', { name: title })
    await expect(dialog).toBeVisible()
    await window.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
const shows =
  (text: string | RegExp): Effect =>
  async (window, run) => {
    await run()
    await expect(window.getByText(text).first()).toBeVisible()
  }
/** And undoes it. */
const deletes =
  (place: RegExp): Effect =>
  async (window, run) => {
    await goes(place)(window, run)
    const renamed = window.getByRole('link', { name: 'Renamed' }).first()
    await expect(renamed).toBeHidden()
    await window.getByRole('button', { name: 'Undo' }).last().click()
    await expect(renamed).toBeVisible()
  }
const choosesFile: Effect = async (window, run) => {
  const choosing = window.waitForEvent('filechooser')
  await run()
  await choosing
}
const edits: Effect = async (window, run) => {
  await run()
  const name = window.getByRole('textbox', { name: 'Name', exact: true })
  await expect(name).toBeFocused()
  await name.fill('Renamed')
  await name.press('Enter')
  await expect(heading(window, 'Renamed')).toBeVisible()
}

type Commands = Readonly<Record<string, Effect>>

const stored: Readonly<Record<string, Readonly<{ place: string; commands: Commands }>>> = {
  run: {
    place: seeded.steady,
    commands: {
      Rename: edits,
      'Edit notes': asks(/^Add a note to /),
      'Run again: Edit first…': goes(/#\/ask\/run/),
      'Export: Requests as CSV': saves(/\.csv$/),
      'Export: Result as JSON': saves(/\.json$/),
      'Export: Result as JSON, with every request': saves(/\.json$/),
      'Export: Server and GPUs over time as CSV': saves(/\.csv$/),
      'Export: Benchmark report of llm-d (JSON)': saves(/\.benchmark_report\.json$/),
      'Export: All plots as one PNG': saves(/\.png$/),
      'Export: Report as a page (HTML)': saves(/\.html$/),
      'Export: Summary as Markdown': saves(/\.md$/),
      'Export: Series over time as CSV': saves(/\.csv$/),
      'Export: Bundle for another Kneepoint': saves(/\.gz$/),
      'Export: Copy the summary as Markdown': shows('The summary is in the clipboard.'),
      'Show the trend': goes(/#\/trend\?run=/),
      'Delete this run': deletes(/#\/results/),
    },
  },
  sweep: {
    place: seeded.knee,
    commands: {
      Rename: edits,
      'Run again: Unchanged, on the same servers': shows(/no longer|not there|unknown|no server/i),
      'Run again: Edit first…': goes(/#\/ask\/knee/),
      'Export: Report as a page (HTML)': saves(/\.html$/),
      'Export: Summary as Markdown': saves(/\.md$/),
      'Export: Points as CSV': saves(/\.csv$/),
      'Export: Every request as CSV': saves(/\.csv$/),
      'Export: Series over time as CSV': saves(/\.csv$/),
      'Export: Results as JSON': saves(/\.json|\.zip|\.gz$/),
      'Export: Bundle for another Kneepoint': saves(/\.gz$/),
      'Export: Copy the summary as Markdown': shows('The summary is in the clipboard.'),
      'Delete this sweep': deletes(/#\/sweeps$/),
    },
  },
  'list of sweeps': {
    place: '/sweeps',
    commands: { 'Compose a sweep': goes(/#\/ask\/knee/) },
  },
  results: {
    place: '/results',
    commands: { Trend: goes(/#\/trend/), 'Import…': choosesFile },
  },
  comparison: {
    place: `/compare?runs=${[seeded.steady, seeded.full].map(idOf).join(',')}`,
    commands: {
      'Use “Server full” as the baseline': goes(new RegExp(`runs=${idOf(seeded.full)}`)),
    },
  },
  host: {
    place: '/hosts/local',
    commands: { Refresh: shows('This computer'), Launch: goes(/#\/servers\/launch/) },
  },
}

for (const [page, { place, commands }] of Object.entries(stored)) {
  const tag = page === 'run' ? [] : ['@nightly']
  test(`commands of the page of a stored ${page}`, { tag }, async ({ window }) => {
    await openPlace(window, place)
    await runEach(window, commands, () => openPlace(window, place))
  })
}

test(
  'commands of a server, the composers, and what runs',
  { tag: '@nightly' },
  async ({ window }) => {
    await startSimulator(window, 'Sim')
    const server = await window.evaluate(() => location.hash.slice(1))
    await runEach(
      window,
      {
        'Sweep it': goes(/#\/ask\/knee/),
        'Benchmark it': goes(/#\/ask\/run/),
        'Reset the caches': shows('The caches are empty.'),
        'Start the profiler': shows('The profiler runs until you stop it.'),
        'Stop the profiler': shows(/wrote the profile/),
        Rename: asks(/Rename/),
        Remove: asks('Remove Sim?'),
        Stop: shows('stopped'),
      },
      () => openPlace(window, server),
    )
    await runEach(window, {
      Rename: asks(/Rename/),
      Remove: asks('Remove Sim?'),
      Start: shows('ready'),
    })

    await openPlace(window, '/ask/run')
    await openHow(window)
    await fill(window, { Requests: '2000', 'Request rate': '5', 'Name of the result': 'Ours' })
    await runEach(window, { 'Start measuring': goes(/#\/runs\//) })
    const run = await window.evaluate(() => location.hash.slice(1))
    await expect(window.getByText(/of 2,000/)).toBeVisible()
    await runEach(window, {
      'Cancel the run': asks('Cancel this run?'),
      'Edit notes': asks(/^Add a note to /),
      Rename: edits,
    })
    await window.getByRole('button', { name: 'Cancel the run' }).click()
    await window.getByRole('dialog').getByRole('button', { name: 'Cancel the run' }).click()
    await runIsOver(window)
    await choose(window, 'Run again: Unchanged, on Sim')
    await expect(window).not.toHaveURL(new RegExp(run))
    await expect(window).toHaveURL(/#\/runs\//)
    await window.getByRole('button', { name: 'Cancel the run' }).click()
    await window.getByRole('dialog').getByRole('button', { name: 'Cancel the run' }).click()
    await runIsOver(window)

    await openPlace(window, '/ask/knee')
    const compose = () => openPlace(window, '/ask/knee')
    await runEach(
      window,
      {
        'Open a sweep or tune file…': choosesFile,
        'Save as YAML': saves(/\.yaml$/),
        'Save as JSON': saves(/\.json$/),
        'As a vLLM command…': asks(/^Equivalent/),
        'Start measuring': async (_, run) => {
          await goes(/#\/sweeps\/[0-9a-f]/)(window, run)
          await choose(window, 'Cancel the sweep')
          await expect(window.getByRole('button', { name: 'Delete this sweep' })).toBeVisible()
        },
      },
      compose,
    )

    await openPlace(window, '/calibrate')
    await choose(window, 'Calibrate now')
    await choose(window, 'Cancel')
    await expect(window.getByRole('button', { name: 'Calibrate now' })).toBeEnabled()
  },
)

test('commands of selected runs', { tag: '@nightly' }, async ({ window }) => {
  await openPlace(window, '/results')
  const boxes = window.getByRole('checkbox', { name: /^Select / })
  await boxes.nth(1).check()
  await choose(window, 'Pin as baseline')
  await expect(window.getByText(/is the baseline\.$/)).toBeVisible()
  await choose(window, 'Unpin the baseline')
  await expect(window.getByText('No baseline is pinned.')).toBeVisible()
  await boxes.nth(2).check()
  await saves(/\.html$/)(window, () => choose(window, 'Report: Report as a page (HTML)'))
  await goes(/#\/compare/)(window, () => choose(window, 'Compare 2 runs'))
  await openPlace(window, '/results')
  await boxes.nth(1).check()
  const before = await boxes.count()
  await choose(window, 'Delete')
  await expect(boxes).toHaveCount(before - 1)
  await window.getByRole('button', { name: 'Undo' }).last().click()
  await expect(boxes).toHaveCount(before)
})

function idOf(place: string): string {
  return place.slice('/runs/'.length)
}

/** The page offers exactly these; `reopen` leads back to it after one that leads away. */
async function runEach(window: Page, commands: Commands, reopen: Run = () => Promise.resolve()) {
  const names = Object.keys(commands)
  await expect.poll(() => offered(window)).toEqual(expect.arrayContaining(names))
  expect([...(await offered(window))].sort()).toEqual([...names].sort())
  for (const [name, effect] of Object.entries(commands)) {
    await test.step(name, async () => {
      await effect(window, () => choose(window, name))
      await reopen()
    })
  }
}

async function open(window: Page): Promise<void> {
  await window.keyboard.press('Control+k')
  await window.getByRole('option').first().waitFor()
}

function ofPage(window: Page) {
  return window
    .getByRole('option')
    .filter({ has: window.getByText('This page', { exact: true }) })
    .locator('.palette-name')
}

async function offered(window: Page): Promise<readonly string[]> {
  await open(window)
  const names = await ofPage(window).allTextContents()
  await window.keyboard.press('Escape')
  await expect(window.getByRole('option')).toHaveCount(0)
  return names
}

/** As a user does: some letters of it, then Enter. Waits until the page offers it. */
async function choose(window: Page, name: string): Promise<void> {
  await expect.poll(() => offered(window)).toContain(name)
  await open(window)
  await window.getByRole('textbox', { name: 'Go to anything' }).fill(name)
  await ofPage(window).getByText(name, { exact: true }).click()
}
