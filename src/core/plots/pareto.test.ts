import { describe, expect, it } from 'vitest'
import { chartThemes } from './theme.ts'
import { renderSvg } from './render-svg.ts'
import { drawnSeries } from './drawn-series.test-support.ts'
import { paretoOption, paretoTable, type ParetoPoint } from './pareto.ts'

type ParetoInput = Parameters<typeof paretoOption>[0]

const theme = chartThemes.dark

function point(perUser: number, perServer: number, isOnFront: boolean): ParetoPoint {
  const key = `${perUser}`
  return { key, label: `load ${key}`, perUser, perServer, solid: true, isOnFront, facts: [] }
}

const input: ParetoInput = {
  configurations: [
    { name: 'tp 1', points: [point(60, 100, true), point(20, 400, false)] },
    { name: 'tp 2', points: [point(30, 500, true)] },
  ],
  ...{ selectedKey: '30', chosenKeys: [] },
  theme,
  text: {
    ...{ perUser: 'per user', perServer: 'per GPU', front: 'worth having' },
    ...{ point: 'load', onFront: 'on the line', yes: 'yes', no: 'no' },
  },
}

describe('the Pareto plot', () => {
  it('joins the points on the front by what a user gets', () => {
    const [front] = drawnSeries(paretoOption(input))
    expect(front?.items).toEqual([
      [30, 500],
      [60, 100],
    ])
  })

  it('draws one series per configuration, each point with its position among all', () => {
    const configurations = drawnSeries(paretoOption(input)).slice(1)
    expect(configurations.map(({ name }) => name)).toEqual(['tp 1', 'tp 2'])
    expect(configurations[1]?.items).toMatchObject([{ value: [30, 500, 2], symbolSize: 15 }])
    const image = renderSvg(paretoOption(input), { width: 600, height: 400 }, theme.surface)
    expect(image).toContain('tp 2')
  })

  it('has a table that says which points are on the front', () => {
    expect(paretoTable(input).rows).toEqual([
      ['tp 1', 'load 60', 60, 100, 'yes'],
      ['tp 1', 'load 20', 20, 400, 'no'],
      ['tp 2', 'load 30', 30, 500, 'yes'],
    ])
  })
})
