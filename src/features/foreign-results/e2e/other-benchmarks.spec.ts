// Results of other benchmarks: imported, read with their definitions, and compared with each other.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from '../../../../e2e/fixtures.ts'
import { seriousProblems } from '../../../../e2e/pages/accessibility.ts'
import { startRun } from '../../../../e2e/pages/bench-page.ts'
import { importFile, runRows } from '../../../../e2e/pages/results-page.ts'
import { runIsOver } from '../../../../e2e/pages/run-page.ts'
import { startSimulator } from '../../../../e2e/pages/servers-page.ts'
import { goTo } from '../../../../e2e/pages/shell.ts'

const fixtures = new URL('../fixtures/', import.meta.url)

function written(name: string) {
  return { name, bytes: readFileSync(fileURLToPath(new URL(name, fixtures))) }
}

test('import results of AIPerf and inference-perf, read their definitions, compare them', async ({
  window,
}) => {
  const outcome = await importFile(window, written('aiperf-profile.json'))
  await outcome.getByRole('link').click()
  await window.locator('summary').filter({ hasText: 'aiperf-profile.json' }).click()
  await expect(
    window.getByRole('heading', { name: 'How AIPerf defines these figures' }),
  ).toBeVisible()
  await expect(window.getByText('TPOT is what AIPerf calls inter-token latency')).toBeVisible()
  expect(await seriousProblems(window), 'the imported run').toEqual([])

  await importFile(window, written('inference-perf-summary.json'))
  await goTo(window, 'Results')
  for (const row of await runRows(window).all()) await row.getByRole('checkbox').check()
  await window.getByRole('button', { name: 'Compare 2 runs' }).click()
  await expect(window.getByRole('heading', { name: /^How .* defines these figures$/ })).toHaveCount(
    2,
  )
  const found = window.getByRole('list', { name: 'What happened' })
  await expect(found).toContainText('Different loads')
  expect(await seriousProblems(window), 'the comparison').toEqual([])
})

test(
  'import a report of GuideLLM and results of SGLang: a run for each benchmark, beside one of ours, a dash for what they lack',
  { tag: '@nightly' },
  async ({ window }) => {
    await startSimulator(window, 'My simulator')
    await startRun(window, { name: 'Ours', requests: 20, perSecond: 20 })
    await runIsOver(window)
    await importFile(window, written('guidellm-benchmarks.json'))
    await importFile(window, written('sglang-bench-serving.jsonl'))
    await goTo(window, 'Results')
    const runs = runRows(window)
    const ofGuideLlm = runs.filter({ hasText: /guidellm-benchmarks/ })
    await expect(ofGuideLlm).toHaveCount(2)
    for (const row of await ofGuideLlm.all()) await row.getByRole('checkbox').check()
    await runs
      .filter({ hasText: /sglang-bench-serving/ })
      .first()
      .getByRole('checkbox')
      .check()
    await runs.filter({ hasText: 'Ours' }).getByRole('checkbox').check()
    await window.getByRole('button', { name: 'Compare 4 runs' }).click()
    // The verdict depends on how busy the machine is; figures of both are compared in any case.
    await expect(window.getByRole('columnheader', { name: 'Ours' }).first()).toBeVisible()
    const ours = window.getByRole('listitem').filter({ hasText: /^Ours/ })
    await expect(ours).toContainText(/TTFT\s[+−]?[\d,.]+\s%,\sTPOT\s[+−]?[\d,.]+\s%/)
    for (const tool of [/^How GuideLLM .*defines/, /^How SGLang .*defines/]) {
      await expect(window.getByRole('heading', { name: tool }).first()).toBeVisible()
    }
    await expect(window.getByRole('cell', { name: '–', exact: true }).first()).toBeVisible()
    expect(await seriousProblems(window), 'the comparison of three').toEqual([])
  },
)
