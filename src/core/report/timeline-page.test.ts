import { expect, test } from 'vitest'
import { z } from 'zod'
import { exampleRun } from './example-run.test-support.ts'
import { timelineData } from './timeline-data.ts'
import { timelinePage } from './timeline-page.ts'

const run = exampleRun({ model: '</script><b>' })
const page = timelinePage(timelineData(run, [25, 50], 'en'), 'draw()', 'en')

test('the page holds its data so that nothing in it can end the script', () => {
  const [, json = ''] =
    /<script type="application\/json" id="data">([^<]*)<\/script>/.exec(page) ?? []
  const { about, rows } = z
    .object({ about: z.string(), rows: z.array(z.unknown()) })
    .parse(JSON.parse(json))
  expect(about).toBe('</script><b> · dataset random · 3 requests')
  expect(rows).toHaveLength(3)
  expect(page.match(/<\/script>/g)).toHaveLength(2)
})

test('it says what its colours mean, and loads nothing', () => {
  expect(page).toContain('ITL &lt; 25 ms')
  expect(page).toContain('25 ms ≤ ITL &lt; 50 ms')
  expect(page).toContain('prefers-color-scheme: dark')
  expect(page).toContain("default-src 'none'")
  expect(page).not.toMatch(/https?:|src=|href=/)
})

test('it is in Chinese where that is asked for', () => {
  const chinese = timelinePage(timelineData(run, [25, 50], 'zh'), 'draw()', 'zh')
  expect(chinese).toContain('<html lang="zh-CN">')
  expect(chinese).toContain('数据集 random · 3 个请求')
  expect(chinese).toContain('"times":"发出 {sent}，结束 {ended}"')
  expect(chinese).not.toMatch(/Timeline|Whole run|Drag/)
})
