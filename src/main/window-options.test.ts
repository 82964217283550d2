// A window's privileges, spelled out: adding one requires a change here.
import { expect, test } from 'vitest'
import { windowOptions } from './window-options.ts'

test('a window gets its preload script and no privilege beyond the defaults', () => {
  const { webPreferences } = windowOptions('/preload/index.cjs', false)
  expect(webPreferences).toStrictEqual({ preload: '/preload/index.cjs', spellcheck: false })
})

test('a window is never smaller than the views are made for', () => {
  const { width, height, minWidth, minHeight } = windowOptions('/preload/index.cjs', false)
  expect([minWidth, minHeight]).toStrictEqual([1280, 800])
  expect(width).toBeGreaterThanOrEqual(1280)
  expect(height).toBeGreaterThanOrEqual(800)
})

test('a window fits on a screen that is smaller than the views are made for', () => {
  const area = { width: 1280, height: 690 }
  const { width, height, minWidth, minHeight } = windowOptions('/preload/index.cjs', false, area)
  expect([width, height, minWidth, minHeight]).toStrictEqual([1280, 690, 1280, 690])
})

test('the colour before the first paint follows the theme', () => {
  const light = windowOptions('/preload/index.cjs', false).backgroundColor
  const dark = windowOptions('/preload/index.cjs', true).backgroundColor
  expect(light).not.toBe(dark)
})
