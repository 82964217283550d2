import { expect, test } from 'vitest'
import { z } from 'zod'
import { buildReport } from '../build-report.ts'
import { exampleSource } from '../example-report.test-support.ts'
import { firstChoice } from './curve-figures.ts'
import { reportPage } from './report-page.ts'

const report = buildReport(exampleSource)
const packed: string[] = []
const page = reportPage(report, {
  language: 'en',
  script: 'draw()',
  pack: (text) => `packed${packed.push(text)}`,
  sha256: (text) => `hash${text.length}`,
})
const drawings = z.record(z.string(), z.string()).parse(JSON.parse(packed[0] ?? ''))

/** Everything but the two scripts. */
const markup = page.replaceAll(/<script[^>]*>[^<]*<\/script>/g, '')

test('nothing in names or messages becomes markup, or ends a script', () => {
  expect(page.match(/<script/g)).toHaveLength(2)
  expect(page.match(/<\/script>/g)).toHaveLength(2)
  expect(markup).toContain('&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;')
  const body = markup.slice(markup.indexOf('<body>'))
  for (const part of [body, ...Object.values(drawings)]) {
    expect(part).not.toMatch(/<(?:img|script|style)/)
    expect(part).not.toMatch(/<[^>]* (on[a-z]+|style)=/)
  }
})

test('there is a drawing for each choice, and the first of each kind is in the page', () => {
  const keys = Object.keys(drawings)
  const kinds = ['curve', 'map', 'point'].map((kind) => keys.filter((key) => key.startsWith(kind)))
  const latencies = report.metrics.length * report.statistics.length
  expect(kinds.map(({ length }) => length)).toEqual([
    latencies * 2 - 1,
    latencies + 2 - 1,
    report.points.length - 1,
  ])
  for (const [kind, label] of [
    ['curve', 'p99 TTFT over output tokens per second'],
    ['map', 'p99 TTFT \\(ms\\), request rate by configuration'],
  ]) {
    expect(markup).toMatch(
      new RegExp(`data-drawing="${kind}"><svg viewBox="[^"]*" role="img" aria-label="${label}"`),
    )
  }
  expect(markup.match(/data-drawing="point"><dl>/g)).toHaveLength(1)
})

test.each([
  { asked: [50, 95], first: { metric: 'ttft', statistic: 'p99' }, remark: 'the limit is on p99' },
  { asked: [50, 95], limits: [], first: { metric: 'ttft', statistic: 'p95' }, remark: 'no limit' },
  { asked: [50], limits: [], first: { metric: 'ttft', statistic: 'mean' }, remark: 'no tail' },
])('the curve of runs asked for $asked begins with $first: $remark', ({ asked, limits, first }) => {
  const { runs } = exampleSource
  const asking = buildReport({
    ...exampleSource,
    runs: runs.map(({ run, ...others }) => ({
      ...others,
      run: { ...run, config: { ...run.config, metricPercentiles: asked } },
    })),
  })
  const limited =
    limits === undefined ? asking.sweeps : asking.sweeps.map((one) => ({ ...one, limits }))
  expect(asking.sweeps).not.toHaveLength(0)
  expect(firstChoice({ ...asking, sweeps: limited })).toMatchObject(first)
})

test('a curve has a mark per load with its facts, the limit, and the names of its axes', () => {
  const curve = drawings['curve ttft p99 requestThroughput'] ?? ''
  const marks = [...curve.matchAll(/data-key="([^"]*)"><title>([^<]*)/g)]
  expect(marks.map(([, key]) => key)).toEqual(report.cells.map(({ points }) => points.join(' ')))
  expect(marks[0]?.[2]).toMatch(
    /^2 req\/s\nconfiguration: max-num-seqs 8\np99 TTFT: [\d.]+ \([^)]*\) ms\n/,
  )
  expect(curve).toContain('limit p99 TTFT ≤ 150 ms')
  expect(curve).toContain('p99 TTFT (ms)')
  expect(curve).toContain('requests per second')
})

test('a point shows its percentiles, requests, course and telemetry', () => {
  const point = drawings['point 1'] ?? ''
  const captions = [...point.matchAll(/<figcaption>([^<]*)/g)].map(([, title]) => title)
  expect(captions).toEqual([
    'Percentiles',
    'Histogram',
    'Course of the run',
    'Server and GPUs',
    'Requests',
  ])
  expect(point).toContain('16 of 40 requests: one in 3')
  expect(point).toContain('<th scope="row">TTFT</th>')
  expect(point).toContain('running')
})

test('no drawing has what cannot be drawn', () => {
  for (const [key, drawing] of Object.entries(drawings)) {
    expect(drawing, key).not.toMatch(/NaN|Infinity|undefined/)
  }
})

test('only its own script and style are let in, and nothing from elsewhere', () => {
  expect(page).toMatch(/default-src 'none'; script-src 'sha256-hash6'; style-src 'sha256-hash\d+'/)
  expect(markup).not.toMatch(/ (src|href)="(?!#)/)
})

test('all that is words stands in it without the script', () => {
  const headings = [...markup.matchAll(/<h2[^>]*>([^<]*)</g)].map(([, title = '']) =>
    title.replace(/ knee [^]*/, ''),
  )
  expect(headings).toEqual([
    'Summary',
    'Throughput and latency',
    'Map',
    'Comparison',
    'Points',
    'One point',
    'Reasons for caution',
    'Environment',
    'Commands',
    'Sweep:',
  ])
  expect(markup.match(/<tr data-row/g)).toHaveLength(8)
  expect(markup).toContain('Capacity 4 req/s (4–6) within p99 TTFT ≤ 150 ms')
  expect(markup).toContain('Simulated: measured on the built-in simulator')
  expect(markup).toContain('vllm bench serve')
  expect(markup).toContain('Trying once more (2 of 3).')
  expect(markup).toContain('prefers-color-scheme: dark')
})

test('in Chinese, with its drawings', () => {
  const chinese = reportPage(report, {
    language: 'zh',
    script: '',
    pack: (text) => text,
    sha256: () => '',
  })
  expect(chinese).toContain('<html lang="zh-CN">')
  const headings = [...chinese.matchAll(/<h2[^>]*>([^<：]*)/g)].map(([, title]) => title)
  expect(headings.slice(0, 6)).toEqual([
    '汇总',
    '吞吐与延迟',
    '热力图',
    '比较',
    '负载点',
    '单个负载点',
  ])
  for (const text of [
    '每秒输出 token 数',
    '再试一次（第 2 次，共 3 次）。',
    '运行中',
    '在途请求数',
    '稳态',
  ]) {
    expect(chinese).toContain(text)
  }
})
