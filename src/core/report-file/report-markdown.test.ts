import { expect, test } from 'vitest'
import { buildReport } from './build-report.ts'
import { exampleSource } from './example-report.test-support.ts'
import { reportMarkdown } from './report-markdown.ts'

const markdown = reportMarkdown(buildReport(exampleSource), 'en')
const [heading = '', ...lines] = markdown.split('\n')

test('says what it comes to, point by point, and how to have it again', () => {
  expect(heading).toMatch(/^# knee /)
  expect(markdown).toContain('**Simulated**')
  expect(markdown).toContain('- 8 points: 8 not usable.')
  expect(markdown).toMatch(
    /> max-num-seqs 8: \*\*Capacity 4 req\/s \(4–6\) within p99 TTFT ≤ 150 ms.*\*\* {2}\n> 9 runs: .* Make each run/,
  )
  expect(markdown).toContain('Limits: `p99 ttft <= 150 ms`')
  const rows = lines.filter((line) => line.startsWith('| '))
  expect(rows).toHaveLength(10)
  expect(rows[2]).toMatch(
    /^\| 1 \| max-num-seqs 8 \| 2 \| 1 \| ✗ Not usable: errors, not steady, too few samples \| 0 of 1 met \|/,
  )
  expect(markdown.match(/^vllm bench serve /gm)).toHaveLength(8)
})

test('holds no markup of names, and commands that a shell reads as before', () => {
  const [first, ...others] = exampleSource.runs
  if (first === undefined) throw new Error('There is no run.')
  const config = { ...first.run.config, model: '</script><img src=x>' }
  const runs = [{ ...first, run: { ...first.run, config, facts: null } }, ...others]
  const written = reportMarkdown(buildReport({ ...exampleSource, runs }), 'en')
  expect(written).not.toContain('<img')
  expect(written).not.toContain('</script')
  expect(written).toContain(`--model '<''/script><''img src=x>'`)
})

test('has the cost of tokens where a price is known', () => {
  expect(markdown).not.toContain('Cost per')
  const [first, ...others] = exampleSource.runs
  if (!first?.run.summary) throw new Error('The first point was not measured.')
  const summary = {
    ...first.run.summary,
    ...{ certainty: null, costPerMillionTokens: 12.5, costPerMillionGoodTokens: 50 },
  }
  const runs = [{ ...first, run: { ...first.run, summary } }, ...others]
  const table = reportMarkdown(buildReport({ ...exampleSource, runs }), 'en')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.replaceAll('\\|', '').split('|'))
  const place = (table[0] ?? []).findIndex((cell) => cell.includes('Cost per 1M output tokens'))
  expect(table[0]?.[place + 1]).toContain('Cost per 1M good tokens')
  expect(table[2]?.slice(place, place + 2)).toEqual([
    expect.stringMatching(/^ 12\.5 /),
    expect.stringMatching(/^ 50 /),
  ])
  expect(table[3]?.slice(place, place + 2).map((cell) => cell.trim())).toEqual(['–', '–'])
})

test('words of others break out of nothing', () => {
  const columns = lines
    .filter((line) => line.startsWith('| '))
    .map((line) => line.replaceAll('\\|', '').split('|').length)
  expect(new Set(columns).size).toBe(1)
  expect(markdown.replaceAll(/^```sh\n[^]*?^```/gm, '')).not.toMatch(/[^\\]<script|[^\\]`\||\u2028/)
  expect(markdown).not.toContain('geheim')
})

test('in Chinese, nothing but what users and servers wrote is English', () => {
  const chinese = reportMarkdown(buildReport(exampleSource), 'zh')
  expect(chinese).toContain('- 8 个负载点：8 个不可用。')
  expect(chinese).toMatch(/^\| 负载点 \| 配置 \| 速率 \(req\/s\) \| 重复 \| 可信度 \|/m)
  expect(chinese).toContain('## 测试环境')
  const prose = chinese.replaceAll(/^```sh\n[^]*?^```/gm, '').replaceAll(/`[^`]*`/g, '')
  expect(prose).not.toMatch(/[a-z]{3,} [a-z]{2,} [a-z]{2,}/)
})
