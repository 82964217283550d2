import { describe, expect, it } from 'vitest'
import { exampleImport, exampleRun } from '../run/example-run.test-support.ts'
import { configDifferences } from './config-differences.ts'
import { keyAsText } from '../../i18n/key-as-text.test-support.ts'

describe('in what runs differ', () => {
  it('leaves out what they share', () => {
    expect(configDifferences([exampleRun(), exampleRun({ id: 'run-2' })], keyAsText)).toEqual([])
  })

  it('names the flags and facts of which one run says something else', () => {
    const other = exampleRun({
      serverName: 'gpu-04',
      config: { requestRate: 8, maxConcurrency: 32, goodput: { ttft: 300 } },
    })
    expect(configDifferences([exampleRun(), other], keyAsText)).toEqual([
      { name: 'common.server', isFlag: false, values: ['gpu-03', 'gpu-04'] },
      { name: '--request-rate', isFlag: true, values: ['inf', '8'] },
      { name: '--max-concurrency', isFlag: true, values: ['–', '32'] },
      { name: '--goodput', isFlag: true, values: ['{}', '{"ttft":300}'] },
    ])
  })

  it('does not take for asked what an imported file leaves unsaid', () => {
    const imported = exampleRun({ imported: exampleImport })
    const names = configDifferences([exampleRun(), imported], keyAsText).map(({ name }) => name)
    expect(names).toContain('--num-prompts')
    expect(names).not.toContain('--request-rate')
  })
})
