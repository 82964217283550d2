// Plots by mouse: the wheel belongs to the page, Ctrl and the wheel zoom, a drag selects a range, a double click shows the
// whole; axes are linked, and a logarithmic axis is remembered.
import { createHash } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { openPlace, seeded } from '../pages/seeded.ts'

test.use({ seeded: true })

/** The digest of what is drawn; of a plot that is still moving, once it has come to rest. */
async function drawn(canvas: Locator): Promise<string> {
  let last = ''
  await expect(async () => {
    const now = await canvas.evaluate((element) => (element as HTMLCanvasElement).toDataURL())
    const isAtRest = now === last
    last = now
    expect(isAtRest).toBe(true)
  }).toPass({ intervals: [300], timeout: 30_000 })
  return createHash('sha256').update(last).digest('hex')
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
  const canvas = window.locator('main canvas').first()
  await canvas.scrollIntoViewIfNeeded()
  // Beside the plot: a crosshair is no zoom.
  await window.mouse.move(2, 2)
  const whole = await drawn(canvas)

  const before = await scrolledPx(canvas)
  await moveTo(window, canvas, 0.5)
  await window.mouse.wheel(0, 60)
  await expect.poll(() => scrolledPx(canvas)).toBeGreaterThan(before)
  await window.mouse.move(2, 2)
  expect(await drawn(canvas)).toBe(whole)

  await canvas.scrollIntoViewIfNeeded()
  await moveTo(window, canvas, 0.5)
  await window.keyboard.down('Control')
  const still = await scrolledPx(canvas)
  await window.mouse.wheel(0, -120)
  await window.keyboard.up('Control')
  await window.mouse.move(2, 2)
  await expect(async () => expect(await drawn(canvas)).not.toBe(whole)).toPass({ timeout: 60_000 })
  expect(await scrolledPx(canvas)).toBe(still)

  await window.mouse.dblclick(...(await pointOf(canvas, 0.5)))
  await window.mouse.move(2, 2)
  await expect(async () => expect(await drawn(canvas)).toBe(whole)).toPass({ timeout: 60_000 })

  await moveTo(window, canvas, 0.4)
  await window.mouse.down()
  await moveTo(window, canvas, 0.5)
  await moveTo(window, canvas, 0.6)
  await window.mouse.up()
  await window.mouse.move(2, 2)
  await expect(async () => expect(await drawn(canvas)).not.toBe(whole)).toPass({ timeout: 60_000 })
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
