import { expect, test } from 'vitest'
import { z } from 'zod'
import { buildReport } from '../build-report.ts'
import { exampleSource } from '../example-report.test-support.ts'
import { reportPage } from './report-page.ts'

const report = buildReport(exampleSource)
const page = reportPage(report, { script: 'draw()', sha256: (text) => `hash${text.length}` })

/** Everything but the two scripts. */
const markup = page.replaceAll(/<script[^>]*>[^<]*<\/script>/g, '')

test('nothing in names or messages becomes markup, or ends a script', () => {
  expect(page.match(/<script/g)).toHaveLength(2)
  expect(page.match(/<\/script>/g)).toHaveLength(2)
  expect(page).not.toContain('<img')
  expect(page.slice(page.indexOf('id="report"'))).not.toMatch(/[\u2028\u2029]/)
  expect(markup).toContain('&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(markup).not.toMatch(/<[^>]* (on[a-z]+|style)=/)
})

test('the data in the page is the report', () => {
  const [, json = ''] = /id="report">([^<]*)<\/script>/.exec(page) ?? []
  expect(z.record(z.string(), z.unknown()).parse(JSON.parse(json))).toEqual(
    JSON.parse(JSON.stringify(report)),
  )
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
  expect(markup).toContain('max 4, first fails at 8 on p99 TTFT')
  expect(markup).toContain('Simulated: measured on the built-in simulator')
  expect(markup).toContain('vllm bench serve')
  expect(markup).toContain('Trying once more (2 of 3).')
  expect(markup).toContain('prefers-color-scheme: dark')
})
