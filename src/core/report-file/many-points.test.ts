// Reports with more points than a recursive message could hold.
import { expect, test } from 'vitest'
import { buildReport } from './build-report.ts'
import { exampleSource } from './example-report.test-support.ts'
import { reportPage } from './page/report-page.ts'
import { reportMarkdown } from './report-markdown.ts'

const count = 4000

test('thousands of cancelled points fit a page and Markdown', () => {
  const { runs } = exampleSource
  const many = Array.from({ length: Math.ceil(count / runs.length) }, (_, copy) =>
    runs.map((reported) => ({
      ...reported,
      ...{ distributions: [], timeline: null, requests: null, telemetry: [] },
      run: {
        ...reported.run,
        id: `${reported.run.id}-${copy}`,
        status: 'cancelled' as const,
        sweepId: null,
        summary: null,
      },
    })),
  ).flat()
  const report = buildReport({ ...exampleSource, sweeps: [], runs: many })
  expect(report.points).toHaveLength(many.length)
  expect(reportMarkdown(report, 'en')).toContain(`- ${many.length} points`)
  const page = reportPage(report, {
    language: 'zh',
    script: '',
    pack: () => '',
    sha256: () => '',
  })
  expect(page).toContain(`${many.length}`)
})
