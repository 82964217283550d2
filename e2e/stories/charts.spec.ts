// Plots by mouse: the wheel belongs to the page, Ctrl and the wheel zoom, a drag selects a range, a double click shows the
// whole; axes are linked, and a logarithmic axis is remembered.
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { saveThrough } from '../pages/saved-file.ts'
import { openPlace, seeded } from '../pages/seeded.ts'
import { heading } from '../pages/shell.ts'

test.use({ seeded: true })

/** Mean of every block of pixels and colour of what is drawn; of a plot that is still moving, once it has come to rest. */
async function drawn(canvas: Locator): Promise<readonly number[]> {
  let last: readonly number[] = []
  await expect(async () => {
    const now = await canvas.evaluate(blockMeans)
    const isAtRest = isSame(now, last)
    last = now
    expect(isAtRest).toBe(true)
  }).toPass({ intervals: [300], timeout: 30_000 })
  return last
}

/** In the page. */
function blockMeans(element: Element): readonly number[] {
  const canvas = element as HTMLCanvasElement
  const { width, height } = canvas
  const { data } = canvas.getContext('2d')?.getImageData(0, 0, width, height) ?? { data: [] }
  const blockPx = 16
  const across = Math.ceil(width / blockPx)
  const sums = new Array<number>(4 * across * Math.ceil(height / blockPx)).fill(0)
  for (let at = 0; at < data.length; at++) {
    const [x, y] = [(at >> 2) % width, Math.floor((at >> 2) / width)]
    const block = 4 * (Math.floor(y / blockPx) * across + Math.floor(x / blockPx)) + (at % 4)
    sums[block] = (sums[block] ?? 0) + (data[at] ?? 0) / blockPx ** 2
  }
  return sums
}

/** The ends of lines are smoothed differently after a hover; a crosshair changes the blocks that it crosses by more. */
function isSame(one: readonly number[], other: readonly number[]): boolean {
  return (
    one.length === other.length &&
    one.every((mean, index) => Math.abs(mean - (other[index] ?? 0)) < 0.5)
  )
}

/** At a share of its width, in its first pane. */
async function pointOf(canvas: Locator, share: number): Promise<[number, number]> {
  const box = await canvas.boundingBox()
  if (box === null) throw new Error('The plot is not shown.')
  return [box.x + share * box.width, box.y + 0.14 * box.height]
}

async function moveTo(window: Page, canvas: Locator, share: number): Promise<void> {
  await window.mouse.move(...(await pointOf(canvas, share)))
}

function scrolledPx(canvas: Locator): Promise<number> {
  return canvas.evaluate((element) => {
    let sum = 0
    for (let at: Element | null = element; at !== null; at = at.parentElement) sum += at.scrollTop
    return sum
  })
}

test('wheel, drag and double click on the timeline of a run', async ({ window }) => {
  await openPlace(window, seeded.steady)
  const canvas = window.getByRole('img', { name: 'Course of the run' }).locator('canvas').first()
  await canvas.scrollIntoViewIfNeeded()
  // Beside the plot: a crosshair is no zoom.
  await window.mouse.move(2, 2)
  await window.evaluate(() => document.fonts.ready)
  const whole = await drawn(canvas)

  const before = await scrolledPx(canvas)
  await moveTo(window, canvas, 0.5)
  await window.mouse.wheel(0, 60)
  await expect.poll(() => scrolledPx(canvas)).toBeGreaterThan(before)
  await window.mouse.move(2, 2)
  await expect(async () => expect(isSame(await drawn(canvas), whole)).toBe(true)).toPass({
    timeout: 60_000,
  })

  await canvas.scrollIntoViewIfNeeded()
  await moveTo(window, canvas, 0.5)
  await window.keyboard.down('Control')
  const still = await scrolledPx(canvas)
  await window.mouse.wheel(0, -120)
  await window.keyboard.up('Control')
  await window.mouse.move(2, 2)
  await expect(async () => expect(isSame(await drawn(canvas), whole)).toBe(false)).toPass({
    timeout: 60_000,
  })
  expect(await scrolledPx(canvas)).toBe(still)

  await window.mouse.dblclick(...(await pointOf(canvas, 0.5)))
  await window.mouse.move(2, 2)
  await expect(async () => expect(isSame(await drawn(canvas), whole)).toBe(true)).toPass({
    timeout: 60_000,
  })

  await moveTo(window, canvas, 0.4)
  await window.mouse.down()
  await moveTo(window, canvas, 0.5)
  await moveTo(window, canvas, 0.6)
  await window.mouse.up()
  await window.mouse.move(2, 2)
  await expect(async () => expect(isSame(await drawn(canvas), whole)).toBe(false)).toPass({
    timeout: 60_000,
  })
})

test('a logarithmic axis stays so', { tag: '@nightly' }, async ({ window }) => {
  await openPlace(window, seeded.knee)
  const toggle = window.getByRole('button', { name: /^log/ }).first()
  const was = await toggle.getAttribute('aria-pressed')
  const now = was === 'true' ? 'false' : 'true'
  await toggle.click()
  await expect(toggle).toHaveAttribute('aria-pressed', now)
  await window.reload()
  await expect(toggle).toHaveAttribute('aria-pressed', now)
})

test('a saved plot names its result, and says that it was simulated', async ({ window }) => {
  for (const [place, name] of [
    [seeded.steady, 'Steady 20 req/s'],
    [seeded.knee, 'Where is the knee?'],
  ] as const) {
    await openPlace(window, place)
    await expect(heading(window, name)).toBeVisible()
    const menu = 'Save or copy: Time to first token'
    const svg = (await saveThrough(window, menu, 'Save as SVG')).bytes.toString()
    expect(svg).toContain(name)
    expect(svg).toMatch(/Time to first token · simulated · /)
    const png = (await saveThrough(window, menu, 'Save as PNG')).bytes
    expect(png.readUInt32BE(20) / 2).toBe(Number(/ height="(\d+)"/.exec(svg)?.[1]))
  }
})
