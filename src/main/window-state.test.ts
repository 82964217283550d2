// The window comes back where it was, unless that place is gone.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { isVisibleOn, readWindowState, writeWindowState } from './window-options.ts'

const folder = mkdtempSync(join(tmpdir(), 'kneepoint-window-'))
const bounds = { x: 10, y: 20, width: 1300, height: 850 }

afterAll(() => rmSync(folder, { recursive: true }))

test('what was written is read again', () => {
  const file = join(folder, 'state.json')
  writeWindowState(file, { getNormalBounds: () => bounds, isMaximized: () => true })
  expect(readWindowState(file)).toStrictEqual({ bounds, maximized: true })
})

test.each([
  ['no file', null],
  ['half a file', '{"bounds":{"x":1'],
  ['another shape', '{"width":3}'],
])('%s is no state', (_name, text) => {
  const file = join(folder, 'broken.json')
  if (text !== null) writeFileSync(file, text)
  expect(readWindowState(file)).toBeNull()
})

test.each([
  [{ x: 0, y: 0, width: 1920, height: 1080 }, true, 'the display it was on'],
  [
    { x: 1200, y: 0, width: 1920, height: 1080 },
    true,
    'a display that shows 110 px of its title bar',
  ],
  [{ x: 1300, y: 0, width: 1920, height: 1080 }, false, 'a display that shows 10 px of it'],
  [
    { x: -1900, y: 0, width: 1920, height: 1080 },
    false,
    'a display that shows 10 px of its left end',
  ],
  [
    { x: 0, y: 25, width: 1920, height: 1055 },
    true,
    'a display whose panel covers an invisible border',
  ],
  [{ x: 0, y: 400, width: 1920, height: 1080 }, false, 'a display below the title bar'],
  [{ x: 0, y: -1040, width: 1920, height: 1080 }, false, 'a display above most of the title bar'],
  [{ x: 0, y: 0, width: 1280, height: 1080 }, false, 'a narrower display'],
  [{ x: 0, y: 0, width: 1920, height: 720 }, false, 'a lower display'],
  [{ x: 1920, y: 0, width: 1920, height: 1080 }, false, 'a display beside it'],
])('on %o it is visible: %s (%s)', (workArea, visible) => {
  expect(isVisibleOn([workArea], bounds)).toBe(visible)
})
