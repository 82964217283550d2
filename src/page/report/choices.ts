// What the reader has chosen to look at. Whoever draws is told of every change.
import type { MetricName } from '#core/metrics/latencies.ts'
import type { ReportedThroughput } from '#core/report-file/report.ts'
import { html } from './elements.ts'
import { report } from './report-data.ts'

export type XAxis = ReportedThroughput | 'load'

export type Choices = {
  metric: MetricName
  statistic: string
  x: XAxis
  isLog: boolean
  hiddenConfigurations: ReadonlySet<number>
  /** Position of the point looked at. */
  point: number
}

const measured = report.points.findIndex(({ detail }) => detail !== null)
const knee = report.cells.find(({ isKnee }) => isKnee)?.points[0]

/** What a reader set a limit on is what they want to see first. */
const limited = report.sweeps
  .flatMap(({ limits }) => limits)
  .map(({ latency }) => latency)
  .find((latency) => latency !== null && report.statistics.includes(latency.statistic))

export const choices: Choices = {
  metric: limited?.metric ?? report.metrics[0] ?? 'e2el',
  statistic:
    limited?.statistic ??
    (report.statistics.includes('p99') ? 'p99' : (report.statistics[0] ?? 'mean')),
  x: report.metrics.includes('ttft') ? 'outputThroughput' : 'requestThroughput',
  isLog: true,
  hiddenConfigurations: new Set(),
  point: knee ?? Math.max(0, measured),
}

const drawers: (() => void)[] = []

export function whenChosen(draw: () => void): void {
  drawers.push(draw)
  draw()
}

export function choose(changes: Partial<Choices>): void {
  Object.assign(choices, changes)
  for (const draw of drawers) draw()
}

/** A list to choose one of. */
export function select(
  title: string,
  options: readonly (readonly [value: string, text: string])[],
  chosen: string,
  onChoose: (value: string) => void,
): HTMLElement {
  const list = html(
    'select',
    { 'aria-label': title },
    ...options.map(([value, text]) => html('option', { value }, text)),
  )
  list.value = chosen
  list.addEventListener('change', () => onChoose(list.value))
  return html('label', {}, `${title} `, list)
}

/** A button that stays pressed. */
export function toggle(text: string, pressed: boolean, onPress: (pressed: boolean) => void) {
  const button = html('button', { type: 'button', 'aria-pressed': String(pressed) }, text)
  button.addEventListener('click', () => {
    const now = button.getAttribute('aria-pressed') !== 'true'
    button.setAttribute('aria-pressed', String(now))
    onPress(now)
  })
  return button
}
