// The timeline of a run as one HTML file that needs nothing else: what it shows, how it looks, and the script that
// draws it.
import { element, escaped } from '#core/report/markup.ts'
import { pageThemeStyle } from '#core/plots/page-theme.ts'
import type { SegmentKind, ThresholdsMs, TimelineData } from './timeline-data.ts'

/** Nothing from elsewhere, ever. */
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

/** By custom property of the theme. */
const colours: Readonly<Record<SegmentKind | 'queued', string>> = {
  queued: '--text-dim',
  first: '--accent',
  short: '--good',
  middling: '--warn',
  long: '--bad',
  failed: '--text',
}

export function timelinePage(data: TimelineData, script: string): string {
  return (
    '<!doctype html>\n' +
    element(
      'html',
      { lang: 'en' },
      element(
        'head',
        {},
        '<meta charset="utf-8">',
        `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
        '<meta name="viewport" content="width=device-width">',
        element('title', {}, escaped(`Timeline · ${data.about}`)),
        element('style', {}, style),
      ),
      element('body', {}, ...head(data), plot(data), element('script', { type: 'module' }, script)),
    )
  )
}

function head({ about, thresholdsMs }: TimelineData): string[] {
  const marks = Object.entries(legend(thresholdsMs)).map(([kind, text]) =>
    element('li', { style: `--mark: var(${colourOf(kind)})` }, escaped(text)),
  )
  const advice =
    'Drag over a span to look closer, double-click for the whole run. Where several parts share a pixel, the worst shows.'
  return [
    element(
      'header',
      {},
      element('h1', {}, 'Timeline'),
      element('p', {}, escaped(about)),
      element('button', { type: 'button', id: 'whole' }, 'Whole run'),
      element('p', {}, advice),
    ),
    element('ul', { 'aria-label': 'Colours' }, ...marks),
  ]
}

/** In the order of the kinds, after the wait. */
function legend([lower, upper]: ThresholdsMs): Readonly<Record<SegmentKind | 'queued', string>> {
  return {
    queued: 'waiting in the client',
    first: 'until the first token, or the whole answer where it comes in one piece',
    short: `ITL < ${lower} ms`,
    middling: `${lower} ms ≤ ITL < ${upper} ms`,
    long: `ITL ≥ ${upper} ms`,
    failed: 'failed',
  }
}

function colourOf(kind: string): string {
  return Object.entries(colours).find(([name]) => name === kind)?.[1] ?? '--text'
}

function plot(data: TimelineData): string {
  const { rows } = data
  const text = JSON.stringify({ ...data, legend: legend(data.thresholdsMs), colours })
  return element(
    'div',
    { id: 'plot' },
    element('div', {
      id: 'rows',
      tabindex: 0,
      role: 'img',
      'aria-label': `${rows.length} requests over time`,
    }),
    '<canvas></canvas>',
    element('div', { id: 'hint', hidden: 'hidden', role: 'status' }),
    // Inside a script element nothing may look like its end.
    element('script', { type: 'application/json', id: 'data' }, text.replaceAll('<', '\\u003c')),
  )
}
