// A report as one HTML file that loads no other resource. The page contains all text and one plot of each kind; the other plots
// are compressed, and a script swaps them in.
import type { Language } from '#core/messages/languages.ts'
import { dotted, message, sentences } from '#core/messages/message.ts'
import { htmlPage } from '#core/report/html-page.ts'
import { element } from '#core/base/markup.ts'
import type { Report } from '../report.ts'
import { drawnSections, type Drawings } from './drawn-sections.ts'
import { momentText, shown } from './number-text.ts'
import { reportSections } from './report-sections.ts'
import { pageThemeStyle } from '#core/plots/page-theme.ts'
import { keyStyle } from './configuration-keys.ts'

export type PageParts = Readonly<{
  language: Language
  /** Swaps plots and sorts the table; imports nothing. */
  script: string
  /** Gzip in base64. */
  pack: (text: string) => string
  /** Hash in base64. The content security policy lists it, so that only the page's own script and style run. */
  sha256: (text: string) => string
}>

export function reportPage(report: Report, parts: PageParts): string {
  const { language, script, pack, sha256 } = parts
  const drawn = drawnSections(report, language)
  const policy = [
    "default-src 'none'",
    `script-src 'sha256-${sha256(script)}'`,
    `style-src 'sha256-${sha256(reportStyle)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  return htmlPage(
    {
      language,
      contentSecurityPolicy: policy,
      title: shown(report.title, language),
      style: reportStyle,
      referrer: 'no-referrer',
    },
    head(report, language),
    element('main', {}, ...reportSections(report, drawn, language)),
    foot(report, language),
    element('script', { type: 'text/plain', id: 'drawings' }, packed(drawn.others, pack)),
    element('script', { type: 'module' }, script),
  )
}

function head(
  { title, points, sweeps, simulated, madeAtEpochMs }: Report,
  language: Language,
): string {
  const about = dotted(message(sweeps.length === 0 ? 'report.aboutRuns' : 'report.aboutSweep'), [
    message('searches.runs', { count: points.length }),
    message('report.made', { moment: momentText(madeAtEpochMs) }),
  ])
  return element(
    'header',
    {},
    element('p', { class: 'kicker' }, shown(about, language)),
    element('h1', {}, shown(title, language)),
    ...(simulated === 'none'
      ? []
      : [
          element(
            'p',
            { class: 'simulated', role: 'note' },
            shown(message(`report.simulated.${simulated}`), language),
          ),
        ]),
  )
}

function foot({ version, madeAtEpochMs }: Report, language: Language): string {
  const made = message('report.madeBy', { version, moment: momentText(madeAtEpochMs) })
  return element('footer', {}, shown(sentences([made, message('report.howToRead')]), language))
}

function packed(drawings: Drawings, pack: PageParts['pack']): string {
  return pack(JSON.stringify(Object.fromEntries(drawings)))
}

const reportStyle = `${pageThemeStyle}
${keyStyle}
* { box-sizing: border-box; }
html { scroll-behavior: smooth; }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
body {
  margin: 0; background: var(--surface); color: var(--text);
  font: 14px/21px system-ui, sans-serif; font-variant-numeric: tabular-nums;
}
header, main, footer { max-width: 1120px; margin: 0 auto; padding: 0 24px; }
header { padding-top: 40px; }
footer { padding-top: 24px; padding-bottom: 48px; color: var(--text-dim); font-size: 12px; }
.kicker { margin: 0; color: var(--text-dim); font-size: 12px; }
h1 { margin: 4px 0 8px; font-size: 28px; line-height: 36px; font-weight: 600; overflow-wrap: anywhere; }
h2 { margin: 0 0 12px; font-size: 18px; line-height: 26px; font-weight: 600; overflow-wrap: anywhere; }
section { padding: 24px 0; border-top: 1px solid var(--line); }
section:first-child { border-top: 0; }
ul { margin: 0; padding-left: 20px; }
p { margin: 4px 0; overflow-wrap: anywhere; }
li, summary { overflow-wrap: anywhere; }
.dim, small { color: var(--text-dim); }
.simulated {
  display: inline-block; margin: 0; padding: 4px 12px; border-radius: 6px; font-weight: 500;
  background: color-mix(in srgb, var(--warn) 18%, var(--surface)); color: var(--text);
}
.badge {
  display: inline-block; margin: 0 0 8px; padding: 0 8px; border-radius: 4px; font-size: 12px;
  background: color-mix(in srgb, var(--warn) 18%, var(--surface));
}
.answer { padding: 8px 12px; margin-top: 12px; border-left: 3px solid var(--accent); background: var(--panel); }
.scroller { overflow: auto; max-height: 560px; border: 1px solid var(--line); border-radius: 6px; }
table { border-collapse: collapse; width: 100%; font-size: 13px; line-height: 18px; }
th, td { padding: 5px 9px; text-align: right; vertical-align: top; white-space: nowrap; }
td.word, th.word, th.word button { text-align: left; }
.log .word { white-space: normal; overflow-wrap: anywhere; }
tbody tr { border-top: 1px solid var(--line); }
tbody tr:hover { background: var(--panel); }
tbody tr[aria-selected='true'] { background: color-mix(in srgb, var(--accent) 14%, var(--surface)); }
thead th { position: sticky; top: 0; z-index: 1; background: var(--panel); }
td small, th small { display: block; font-size: 11px; line-height: 14px; font-weight: 400; }
th button { font: inherit; color: inherit; background: none; border: 0; padding: 0; text-align: right; cursor: pointer; }
thead button { font-weight: 600; }
thead button::after { content: ''; }
th[aria-sort='ascending'] button::after { content: ' ↑'; }
th[aria-sort='descending'] button::after { content: ' ↓'; }
tbody th { font-weight: 500; }
tbody th button { color: var(--accent); text-decoration: underline; text-underline-offset: 2px; }
.reason { margin-bottom: 16px; }
h3 { margin: 0; font-size: 14px; font-weight: 600; }
details { border-top: 1px solid var(--line); padding: 6px 0; }
details:first-of-type { border-top: 0; }
summary { cursor: pointer; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 2px 16px; margin: 0 0 12px; }
dt { color: var(--text-dim); }
dd { margin: 0; overflow-wrap: anywhere; }
.command { margin: 8px 0; }
figcaption { color: var(--text-dim); font-size: 12px; }
pre {
  margin: 4px 0; padding: 8px 12px; border-radius: 6px; background: var(--panel); border: 1px solid var(--line);
  font: 12px/18px ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere;
}
.log td:first-child { text-align: left; color: var(--text-dim); }
.choices, .keys { display: flex; flex-wrap: wrap; gap: 8px 16px; align-items: center; margin-bottom: 8px; }
@media (scripting: none) { .choices { display: none; } }
.choices label { color: var(--text-dim); font-size: 12px; }
select {
  font: inherit; font-size: 13px; color: var(--text); background: var(--surface);
  border: 1px solid var(--line-control); border-radius: 6px; padding: 2px 8px; max-width: 100%;
}
.key {
  display: inline-flex; gap: 6px; align-items: center; font: inherit; font-size: 13px; color: var(--text);
  background: none; border: 0; padding: 0; text-align: left; overflow-wrap: anywhere;
}
button.key { cursor: pointer; }
.key[aria-pressed='false'] { color: var(--text-dim); text-decoration: line-through; }
.key::before { content: ''; flex: none; width: 10px; height: 10px; }
.drawing, figure { overflow-x: auto; }
svg { display: block; width: 100%; min-width: 480px; height: auto; font: 12px system-ui, sans-serif; font-variant-numeric: tabular-nums; }
.drawing > svg { min-width: 720px; }
svg [data-key] { cursor: pointer; }
svg .chosen { stroke: var(--text); stroke-width: 3px; vector-effect: non-scaling-stroke; }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 480px), 1fr)); gap: 16px 24px; }
.charts figure { margin: 0; min-width: 0; }
.charts figcaption { color: var(--text); font-weight: 600; font-size: 13px; }
.charts figcaption small { display: block; font-weight: 400; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
#facts {
  position: fixed; z-index: 2; padding: 6px 10px; white-space: pre; pointer-events: none;
  background: var(--surface); border: 1px solid var(--line); border-radius: 6px;
}
@media print {
  body { font-size: 10pt; }
  header, main, footer { max-width: none; padding-left: 0; padding-right: 0; }
  .scroller { max-height: none; overflow: visible; border: 0; }
  .choices, .key[aria-pressed='false'] { display: none; }
  svg, .drawing > svg { min-width: 0; }
  .drawing, figure { overflow: visible; }
  section { break-inside: auto; }
  svg, figure, tr, .environment { break-inside: avoid; }
  th, td { padding: 2px 5px; font-size: 8pt; }
  thead th { position: static; }
}
`
