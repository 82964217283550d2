import { describe, expect, it } from 'vitest'
import { plotPoints } from './plot-points.ts'

/** What ECharts passes for a click on the point at that position. */
function clicked(index: number, held: Readonly<Record<string, boolean>> = {}) {
  // What a browser passes for a click is inherited by its event.
  const click: unknown = Object.create({ ctrlKey: false, shiftKey: false, metaKey: false, ...held })
  return { value: [10, 20, index], event: { event: click } }
}

function reported() {
  const all: string[] = []
  const points = plotPoints(() => ['a', 'b'], {
    look: (key) => all.push(`look at ${key}`),
    open: (key) => all.push(`open ${key}`),
    choose: (key) => all.push(`choose ${key}`),
  })
  return { all, points }
}

describe('points of a plot', () => {
  it.each<[unknown, readonly string[], string]>([
    [clicked(1), ['open b'], 'is opened'],
    [clicked(1, { ctrlKey: true }), ['choose b'], 'is chosen with Ctrl'],
    [clicked(0, { shiftKey: true }), ['choose a'], 'is chosen with Shift'],
    [clicked(0, { metaKey: true }), ['choose a'], 'is chosen with the command key'],
    [{ value: [10, 20, 1] }, ['open b'], 'is opened where the event names no button'],
    [clicked(2), [], 'is none of them'],
    [null, [], 'is no item'],
  ])('%j: %j, since it %s', (item, expected) => {
    const { all, points } = reported()
    points.click(item)
    expect(all).toEqual(expected)
  })

  it('are looked at while the mouse is on them, and stay so when it leaves', () => {
    const { all, points } = reported()
    points.hover(clicked(0))
    points.hover(null)
    expect(all).toEqual(['look at a'])
  })
})
