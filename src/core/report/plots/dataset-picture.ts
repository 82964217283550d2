// A picture of a run's workload, one SVG file: how long prompts and answers were, apart, together and by request.
import type { MeasuredRunWithRecords } from '../measured-run.ts'
import { requestPlot, spreadPlot } from './length-plots.ts'
import { element, escaped } from './markup.ts'
import { frameSize, shown } from './plot-frame.ts'
import { plotTheme } from './plot-theme.ts'
import { tokenLengthsOf, totalLengths } from './token-lengths.ts'

const headHeight = 64
const margin = 16
const width = 2 * frameSize.width + 3 * margin
const height = headHeight + 2 * frameSize.height + 2 * margin

const style = `${plotTheme}
text { fill: var(--text); font: 13px system-ui, sans-serif; font-variant-numeric: tabular-nums; }
.heading { font-size: 20px; font-weight: 600; }
.title { font-size: 15px; font-weight: 600; }
.dim { fill: var(--text-dim); font-size: 12px; }
.surface { fill: var(--surface); }
.panel { fill: var(--panel); }
.grid { stroke: var(--line); }
.axis { stroke: var(--text-dim); }
.prompt { fill: var(--accent); }
.output { fill: var(--second); }
.total { fill: var(--third); }
`

export function datasetPicture({ config, records }: MeasuredRunWithRecords): string {
  const lengths = tokenLengthsOf(records)
  const plots = [
    spreadPlot({ title: 'Prompt tokens', lengths: lengths.prompt, look: 'prompt' }),
    spreadPlot({ title: 'Output tokens', lengths: lengths.output, look: 'output' }),
    spreadPlot({ title: 'All tokens', lengths: totalLengths(lengths), look: 'total' }),
    requestPlot(lengths),
  ]
  const failed = records.filter(({ error }) => error !== null).length
  const about =
    `${config.model ?? 'model'} · dataset ${config.datasetName} · ${shown(records.length)} requests` +
    (failed === 0 ? '' : ` · ${shown(failed)} failed, with no answer`)
  return element(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', width, height, viewBox: `0 0 ${width} ${height}` },
    element('title', {}, escaped(`Workload: ${about}`)),
    element('style', {}, style),
    element('rect', { class: 'surface', width, height }),
    element('text', { class: 'heading', x: margin, y: 32 }, 'Workload'),
    element('text', { class: 'dim', x: margin, y: 52 }, escaped(about)),
    ...plots.map(placed),
  )
}

function placed(plot: string, index: number): string {
  const x = margin + (index % 2) * (frameSize.width + margin)
  const y = headHeight + Math.floor(index / 2) * (frameSize.height + margin)
  const panel = element('rect', { class: 'panel', ...frameSize, rx: 6 })
  return element('g', { transform: `translate(${x} ${y})` }, panel, plot)
}
