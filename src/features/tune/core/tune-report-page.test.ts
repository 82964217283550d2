// The tuning of a report, on its page and in Markdown, in both languages.
import { expect, test } from 'vitest'
import { message } from '#core/messages/message.ts'
import type { TuneStory } from '#core/report/tuning-story.ts'
import { buildReport } from '#core/report-file/build-report.ts'
import { exampleSource } from '#core/report-file/example-report.test-support.ts'
import { reportPage } from '#core/report-file/page/report-page.ts'
import { reportMarkdown } from '#core/report-file/report-markdown.ts'

const tune: TuneStory = {
  answer: '--max-num-seqs 64: 12 req/s',
  notes: [],
  advice: null,
  tables: [
    {
      title: message('tune.answer.settings'),
      columns: [
        { head: [message('tune.head.setting')], align: 'left' },
        { head: [message('tune.head.equal')] },
      ],
      rows: [[message('tune.defaults'), '100.0 %']],
    },
  ],
  failed: ['--max-num-seqs 512: <b>out of memory</b>'],
  spent: '3 settings',
  command: 'vllm serve org/model --max-num-seqs 64',
  config: 'model: "org/model"\nmax-num-seqs: 64',
}

const report = buildReport(exampleSource)
const tuned = { ...report, sweeps: report.sweeps.map((sweep) => ({ ...sweep, tune })) }

test.each([
  ['en', 'the defaults', 'equal tokens'],
  ['zh', '默认配置', '相同 token'],
] as const)('has its tables, failures and command in %s', (language, setting, head) => {
  const parts = { language, script: '', pack: () => '', sha256: () => '' }
  const page = reportPage(tuned, parts)
  const markdown = reportMarkdown(tuned, language)
  for (const text of [page, markdown]) {
    expect(text).toContain(setting)
    expect(text).toContain(head)
    expect(text).toContain('vllm serve org/model --max-num-seqs 64')
  }
  expect(page).toContain('&lt;b&gt;out of memory')
  expect(markdown).toContain('```yaml\nmodel: "org/model"')
})
