import { describe, expect, it } from 'vitest'
import tokens from '../../styles/tokens.css?raw'
import { chartThemes } from '#core/plots/theme.ts'

type ThemeName = keyof typeof chartThemes

function tokensOf(theme: ThemeName): string {
  const start = tokens.indexOf(`:root[data-theme='${theme}']`)
  return tokens.slice(start, tokens.indexOf('}', start))
}

function token(theme: ThemeName, name: string): string | undefined {
  return new RegExp(`--${name}:\\s*([^;]+);`).exec(tokensOf(theme))?.[1]
}

describe('the theme of plots', () => {
  it.each(['light', 'dark'] as const)('has the colours of the %s window', (name) => {
    const { surface, text, mutedText, line, grid, accent, bad } = chartThemes[name]
    expect({ surface, text, mutedText, line, grid, accent, bad }).toEqual({
      surface: token(name, 'surface'),
      text: token(name, 'text'),
      mutedText: token(name, 'text-dim'),
      line: token(name, 'line-control'),
      grid: token(name, 'line'),
      accent: token(name, 'accent'),
      bad: token(name, 'bad'),
    })
  })
})
