// A report as one HTML file that loads nothing. All text and one drawing of each kind are in the page as they are; the
// other drawings are packed, and a script swaps them in.
import { element, escaped } from '#core/report/markup.ts'
import type { Report } from '../report.ts'
import { drawnSections, type Drawings } from './drawn-sections.ts'
import { momentText } from './number-text.ts'
import { reportSections } from './report-sections.ts'
import { reportStyle } from './report-style.ts'

export type PageParts = Readonly<{
  /** Swaps drawings and sorts the table; imports nothing. */
  script: string
  /** Gzip in base64. */
  pack: (text: string) => string
  /** In base64: only the script and the style that belong to the page are run, whatever else finds its way in. */
  sha256: (text: string) => string
}>

export function reportPage(report: Report, { script, pack, sha256 }: PageParts): string {
  const drawn = drawnSections(report)
  const policy = [
    "default-src 'none'",
    `script-src 'sha256-${sha256(script)}'`,
    `style-src 'sha256-${sha256(reportStyle)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
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
        '<meta name="referrer" content="no-referrer">',
        element('title', {}, escaped(report.title)),
        element('style', {}, reportStyle),
      ),
      element(
        'body',
        {},
        head(report),
        element('main', {}, ...reportSections(report, drawn)),
        foot(report),
        element('script', { type: 'text/plain', id: 'drawings' }, packed(drawn.others, pack)),
        element('script', { type: 'module' }, script),
      ),
    )
  )
}

const simulatedNotes: Readonly<Record<Report['simulated'], string | null>> = {
  none: null,
  all: 'Simulated: measured on the built-in simulator of a vLLM server, not on a real one.',
  some: 'Partly simulated: points marked so were measured on the built-in simulator, not on a real server.',
}

function head({ title, points, sweeps, simulated, madeAtEpochMs }: Report): string {
  const note = simulatedNotes[simulated]
  const about = [
    sweeps.length === 0 ? 'Report of benchmarks' : 'Report of a sweep',
    points.length === 1 ? '1 run' : `${points.length} runs`,
    `made ${momentText(madeAtEpochMs)}`,
  ]
  return element(
    'header',
    {},
    element('p', { class: 'kicker' }, escaped(about.join(' · '))),
    element('h1', {}, escaped(title)),
    ...(note === null ? [] : [element('p', { class: 'simulated', role: 'note' }, escaped(note))]),
  )
}

function foot({ version, madeAtEpochMs }: Report): string {
  return element(
    'footer',
    {},
    escaped(`Made by Kneepoint ${version}, ${momentText(madeAtEpochMs)}. `),
    'Intervals hold the true figure with 95 % confidence. Latencies are in milliseconds and count from sending.',
  )
}

function packed(drawings: Drawings, pack: PageParts['pack']): string {
  return pack(JSON.stringify(Object.fromEntries(drawings)))
}
