// Configurations of a report by name and symbol; the script toggles curves whose colour is unique.
import { curveStyle, curveStyleCount, type CurveSymbol } from '#core/plots/theme.ts'
import { pageTheme } from '#core/plots/page-theme.ts'
import type { Language } from '../../messages/languages.ts'
import { element } from '#core/base/markup.ts'
import type { Report } from '../report.ts'
import { shown } from './number-text.ts'

function configurationClass(configuration: number): string {
  return `curve-${configuration % curveStyleCount}`
}

const shapes: Readonly<Record<CurveSymbol, string>> = {
  circle: 'border-radius: 50%;',
  rect: '',
  triangle: 'clip-path: polygon(50% 0, 100% 100%, 0 100%);',
  diamond: 'clip-path: polygon(50% 0, 100% 50%, 50% 100%, 0 50%);',
}

/** Symbols of keys, and the control that hides a configuration's curves. */
export const keyStyle = Array.from({ length: curveStyleCount }, (_, configuration) => {
  const { color, symbol } = curveStyle(configuration, pageTheme.series)
  const own = `[data-drawing='curve'].without-${configurationClass(configuration)} svg`
  return [
    `.${configurationClass(configuration)}::before { background: ${color}; ${shapes[symbol]} }`,
    `${own} :is([stroke='${color}'], [fill='${color}']) { display: none; }`,
  ].join('\n')
}).join('\n')

/** Empty for one configuration. */
export function configurationKeys({ configurations }: Report, language: Language): string {
  if (configurations.length < 2) return ''
  const canHide = configurations.length <= curveStyleCount
  const keys = configurations.map(({ name }, configuration) =>
    canHide
      ? element(
          'button',
          {
            type: 'button',
            class: `key ${configurationClass(configuration)}`,
            'data-curve': configurationClass(configuration),
            'aria-pressed': 'true',
          },
          shown(name, language),
        )
      : element(
          'span',
          { class: `key ${configurationClass(configuration)}` },
          shown(name, language),
        ),
  )
  return element('div', { class: 'keys' }, ...keys)
}
