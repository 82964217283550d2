// Timeline of a run as one self-contained HTML file: its data, its style, and the script that draws it.
import type { Language } from '#core/messages/languages.ts'
import { message, textIn, type Message } from '#core/messages/message.ts'
import { htmlPage } from './html-page.ts'
import { element, escaped } from '#core/base/markup.ts'
import { printableLines } from '#core/base/printable.ts'
import { pageThemeStyle } from '#core/plots/page-theme.ts'
import type { HintTexts, SegmentKind, ThresholdsMs, TimelineData } from './timeline-data.ts'

/** Blocks all external resources. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"

const style = `${pageThemeStyle}
* { box-sizing: border-box; }
body {
  margin: 0; height: 100vh; display: grid; grid-template-rows: auto auto minmax(0, 1fr);
  background: var(--surface); color: var(--text); font: 13px/20px system-ui, sans-serif;
  font-variant-numeric: tabular-nums;
}
header { padding: 16px 24px 8px; display: flex; gap: 8px 24px; align-items: baseline; flex-wrap: wrap; }
h1 { margin: 0; font-size: 20px; font-weight: 600; }
p, ul { margin: 0; padding: 0; color: var(--text-dim); }
ul { list-style: none; display: flex; gap: 4px 16px; flex-wrap: wrap; padding: 0 24px 8px; }
li::before {
  content: ''; display: inline-block; width: 12px; height: 12px; margin-right: 6px;
  border-radius: 2px; vertical-align: -1px; background: var(--mark);
}
button {
  font: inherit; color: inherit; background: var(--panel); border: 1px solid var(--text-dim);
  border-radius: 6px; padding: 2px 12px;
}
#plot { position: relative; border-top: 1px solid var(--line); }
#rows { position: absolute; inset: 0; overflow: hidden auto; cursor: crosshair; touch-action: pan-y; }
canvas { position: absolute; inset: 0 auto auto 0; pointer-events: none; }
#hint {
  position: absolute; padding: 8px 12px; background: var(--surface); border: 1px solid var(--line);
  border-radius: 6px; box-shadow: 0 4px 16px rgb(0 0 0 / 20%); pointer-events: none; white-space: pre;
}
:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; }
`

/** Names of the theme's custom properties. */
const colours: Readonly<Record<SegmentKind | 'queued', string>> = {
  queued: '--text-dim',
  first: '--accent',
  short: '--good',
  middling: '--warn',
  long: '--bad',
  failed: '--text',
}

export function timelinePage(data: TimelineData, script: string, language: Language): string {
  const say: Say = (text) => textIn(language, text)
  const title = escaped(`${say(message('timeline.title'))} · ${data.about}`)
  return htmlPage(
    { language, contentSecurityPolicy: policy, title, style },
    ...head(data, say),
    plot(data, say),
    element('script', { type: 'module' }, script),
  )
}

type Say = (text: Message) => string

function head({ about, thresholdsMs }: TimelineData, say: Say): string[] {
  const marks = Object.entries(legend(thresholdsMs, say)).map(([kind, text]) =>
    element('li', { style: `--mark: var(${colourOf(kind)})` }, escaped(text)),
  )
  return [
    element(
      'header',
      {},
      element('h1', {}, say(message('timeline.title'))),
      element('p', {}, escaped(about)),
      element('button', { type: 'button', id: 'whole' }, say(message('timeline.whole'))),
      element('p', {}, say(message('timeline.advice'))),
    ),
    element('ul', { 'aria-label': say(message('timeline.colours')) }, ...marks),
  ]
}

/** Labels in the order of the kinds, after the queue wait. */
function legend(
  [lower, upper]: ThresholdsMs,
  say: Say,
): Readonly<Record<SegmentKind | 'queued', string>> {
  return {
    queued: say(message('timeline.queued')),
    first: say(message('timeline.first')),
    short: say(message('timeline.short', { lower })),
    middling: say(message('timeline.middling', { lower, upper })),
    long: say(message('timeline.long', { upper })),
    failed: say(message('tables.failed')),
  }
}

function colourOf(kind: string): string {
  return Object.entries(colours).find(([name]) => name === kind)?.[1] ?? '--text'
}

/** Templates that the page fills in; its script imports nothing. */
function hints(say: Say): HintTexts {
  return {
    request: say(message('timeline.hint.request', { index: '{index}' })),
    gaps: say(
      message('timeline.hint.gaps', { mark: '{mark}', gaps: '{gaps}', longest: '{longest}' }),
    ),
    tokens: say(message('timeline.hint.tokens', { prompt: '{prompt}', output: '{output}' })),
    times: say(message('timeline.hint.times', { sent: '{sent}', ended: '{ended}' })),
  }
}

function plot(data: TimelineData, say: Say): string {
  const { rows } = data
  const texts = { legend: legend(data.thresholdsMs, say), hints: hints(say) }
  const text = printableLines(JSON.stringify({ ...data, ...texts, colours }))
  return element(
    'div',
    { id: 'plot' },
    element('div', {
      id: 'rows',
      tabindex: 0,
      role: 'img',
      'aria-label': say(message('timeline.rows', { count: rows.length })),
    }),
    '<canvas></canvas>',
    element('div', { id: 'hint', hidden: 'hidden', role: 'status' }),
    // Escapes `<` so that no text can end the script element.
    element('script', { type: 'application/json', id: 'data' }, text.replaceAll('<', '\\u003c')),
  )
}
