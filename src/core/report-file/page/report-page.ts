// A report as one HTML file that loads nothing. The page contains all text and one plot of each kind; the other plots are compressed, and a
// script swaps them in.
import { dotted, sentences } from '#core/messages/joined.ts'
import type { Language } from '#core/messages/languages.ts'
import { message } from '#core/messages/message.ts'
import { htmlPage } from '#core/report/html-page.ts'
import { element } from '#core/base/markup.ts'
import type { Report } from '../report.ts'
import { drawnSections, type Drawings } from './drawn-sections.ts'
import { momentText, shown } from './number-text.ts'
import { reportSections } from './report-sections.ts'
import { reportStyle } from './report-style.ts'

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
