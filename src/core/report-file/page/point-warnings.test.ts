import { expect, test } from 'vitest'
import { message } from '#core/messages/message.ts'
import { buildReport } from '../build-report.ts'
import { exampleSource } from '../example-report.test-support.ts'
import { reportMarkdown } from '../report-markdown.ts'
import type { ReportSource } from '../report.ts'
import { reasonBlocks } from './reason-blocks.ts'

const proxy = message('notes.proxy', { host: '<proxy>:3128' })
const english = 'Requests went by the proxy'

function warned(runs: readonly number[]): ReportSource {
  const sources = exampleSource.runs.map((reported, index) => {
    const { run } = reported
    if (!runs.includes(index) || run.summary === null) return reported
    const warnings = [{ text: english, message: proxy }]
    return { ...reported, run: { ...run, summary: { ...run.summary, warnings } } }
  })
  return { ...exampleSource, runs: sources }
}

test('a warning of several points is shown once, with their numbers, in either language', () => {
  const report = buildReport(warned([0, 1, 2, 5]))
  const blocks = reasonBlocks(report.points, 'en').join('')
  expect(blocks).toContain('<h3>Warnings</h3>')
  expect(blocks).toContain('Points 1–3, 6: Requests went by the proxy &lt;proxy&gt;:3128')
  expect(blocks.split(english)).toHaveLength(2)
  const markdown = reportMarkdown(report, 'zh')
  expect(markdown).toContain('- 负载点 1–3, 6：请求经过代理 &lt;proxy\\>:3128')
})

test('a warning of one point names that point, and without any there is no heading', () => {
  expect(reportMarkdown(buildReport(warned([3])), 'en')).toContain('- Point 4: Requests went')
  const blocks = reasonBlocks(buildReport(exampleSource).points, 'en').join('')
  expect(blocks).not.toContain('Warnings')
})
