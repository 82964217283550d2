// Prompt and output lengths of a run as one SVG file: their distribution, and their values by request.
import { formatCount, formatNumber } from '#core/base/numbers.ts'
import {
  lengthFacts,
  lengthsOption,
  requestLengthFacts,
  requestLengthsOption,
  requestsPerColumn,
} from '#core/plots/lengths.ts'
import { pageTheme, pageThemeStyle } from '#core/plots/page-theme.ts'
import { type PagePlot, pageSvgContent } from '#core/plots/page-svg.ts'
import { chartFont } from '#core/plots/theme.ts'
import { lengthHistogram } from '#core/base/length-histogram.ts'
import type { Language } from '#core/messages/languages.ts'
import { message, textIn, type Message } from '#core/messages/message.ts'
import { element, escaped } from '#core/base/markup.ts'
import type { MeasuredRunWithRecords } from '../model/run/measured-run.ts'
import { isFailure } from '#core/records/request-outcome.ts'
import type { RequestRecord } from '#core/records/request-record.ts'
import { listedDurations } from '../stats/durations/durations.ts'
import { isSuccess, measuredFromRecord } from '#core/records/measured-request.ts'
import { aboutWorkload } from './timeline-data.ts'
import { quantileS } from '../stats/durations/quantile.ts'

const size = { width: 576, height: 296 }
const [headHeight, titleHeight, margin] = [64, 56, 16]
const panel = { width: size.width, height: titleHeight + size.height }
const width = 2 * panel.width + 3 * margin
const height = headHeight + 2 * panel.height + 2 * margin

const style = `${pageThemeStyle}
text { font: 12px ${chartFont}; font-variant-numeric: tabular-nums; }
.heading { font-size: 20px; font-weight: 600; fill: var(--text); }
.title { font-size: 15px; font-weight: 600; fill: var(--text); }
.dim { fill: var(--text-dim); }
.surface { fill: var(--surface); }
.panel { fill: var(--panel); }
`

type Panel = Readonly<{ title: string; note: string; figure: Omit<PagePlot, 'label'> }>

type Say = (text: Message) => string

export function datasetPlot(run: MeasuredRunWithRecords, language: Language): string {
  const say: Say = (text) => textIn(language, text)
  const { records } = run
  const lengths = tokenLengthsOf(records)
  const panels = [
    spread(message('lengths.prompt'), lengths.prompt, {
      color: pageTheme.series.requestsAsked,
      say,
    }),
    spread(message('lengths.output'), lengths.output, {
      color: pageTheme.series.outputTokens,
      say,
    }),
    spread(message('lengths.all'), totalLengths(lengths), {
      color: pageTheme.series.concurrency,
      say,
    }),
    byRequest(lengths, say),
  ]
  const failed = records.filter(({ error }) => isFailure(error)).length
  const workload = aboutWorkload(run, language)
  const withFailures = message('lengths.failed', { about: workload, count: formatCount(failed) })
  const about = failed === 0 ? workload : say(withFailures)
  return element(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', width, height, viewBox: `0 0 ${width} ${height}` },
    element('title', {}, escaped(`${say(message('lengths.title'))}: ${about}`)),
    element('style', {}, style),
    element('rect', { class: 'surface', width, height }),
    element('text', { class: 'heading', x: margin, y: 32 }, say(message('lengths.title'))),
    element('text', { class: 'dim', x: margin, y: 52 }, escaped(about)),
    ...panels.map(placed),
  )
}

function spread(
  title: Message,
  lengths: readonly number[],
  { color, say }: Readonly<{ color: string; say: Say }>,
): Panel {
  const text = {
    length: say(message('lengths.axis.tokens')),
    count: say(message('tables.requests')),
    from: say(message('lengths.axis.from')),
    to: say(message('lengths.axis.to')),
  }
  const { mean, median, p99, max } = lengthStats(lengths)
  const none = { edges: [0, 1], counts: [0], least: 0, mean: 0, most: 0 }
  const histogram = lengthHistogram(lengths) ?? none
  const input = { histogram, color, theme: pageTheme, text }
  const facts = lengthFacts(input)
  return {
    title: say(title),
    note: say(
      message('lengths.stats', {
        mean: formatNumber(mean),
        median: formatNumber(median),
        p99: formatNumber(p99),
        most: formatNumber(max),
      }),
    ),
    figure: { option: lengthsOption(input), size, facts: (_, bin) => facts[bin] },
  }
}

function byRequest(lengths: TokenLengths, say: Say): Panel {
  const text = {
    request: say(message('lengths.axis.request')),
    length: say(message('lengths.axis.tokens')),
    prompt: say(message('lengths.axis.prompt')),
    output: say(message('tables.output')),
  }
  const input = { ...lengths, theme: pageTheme, text }
  const facts = requestLengthFacts(input)
  const perColumn = requestsPerColumn(input)
  return {
    title: say(message('lengths.byRequest')),
    note: say(
      perColumn === 1
        ? message('lengths.order')
        : message('lengths.orderOfMeans', { count: formatCount(perColumn) }),
    ),
    figure: { option: requestLengthsOption(input), size, facts: (_, column) => facts[column] },
  }
}

function placed({ title, note, figure }: Panel, index: number): string {
  const x = margin + (index % 2) * (panel.width + margin)
  const y = headHeight + Math.floor(index / 2) * (panel.height + margin)
  return element(
    'g',
    { transform: `translate(${x} ${y})` },
    element('rect', { class: 'panel', ...panel, rx: 6 }),
    element('text', { class: 'title', x: 16, y: 24 }, escaped(title)),
    element('text', { class: 'dim', x: 16, y: 44 }, escaped(note)),
    element(
      'g',
      { transform: `translate(0 ${titleHeight})` },
      pageSvgContent(figure, `panel-${index}`),
    ),
  )
}

/** Lengths of a run's prompts and outputs in tokens, in the order of the plan. */
type TokenLengths = Readonly<{ prompt: readonly number[]; output: readonly number[] }>

type LengthStats = Readonly<{ mean: number; median: number; p99: number; max: number }>

/** A failed request has no output length. */
function tokenLengthsOf(records: readonly RequestRecord[]): TokenLengths {
  const requests = records.map(measuredFromRecord)
  return {
    prompt: records.map(({ promptTokens }) => promptTokens),
    output: requests.map((request) => (isSuccess(request) ? request.outputTokens : 0)),
  }
}

function totalLengths({ prompt, output }: TokenLengths): readonly number[] {
  return prompt.map((tokens, index) => tokens + (output[index] ?? 0))
}

function lengthStats(lengths: readonly number[]): LengthStats {
  const sorted = listedDurations(Float64Array.from(lengths))
  return {
    mean: sorted.meanS,
    median: quantileS(sorted, 0.5),
    p99: quantileS(sorted, 0.99),
    max: quantileS(sorted, 1),
  }
}
