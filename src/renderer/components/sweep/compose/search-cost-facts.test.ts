// The composer and the command line state the same cost of a search, from the same function.
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import type { SweepSearch } from '#core/model/sweep-search.ts'
import { sweepPlanSchema } from '#core/model/sweep.ts'
import { sweepPlanText } from '#core/report/sweep-plan-text.ts'
import { expect, onTestFinished, test } from 'vitest'
import { createSSRApp, h } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { learn, speak } from '../../../i18n/i18n.ts'
import SearchCostFacts from './SearchCostFacts.vue'

function planOf(search: Partial<SweepSearch>, percentile: number | null) {
  return sweepPlanSchema.parse({
    ...{ name: 'search', config: defaultBenchmarkConfig, secondsPerPoint: 20 },
    ...{ requestRates: [1], maxConcurrencies: [null] },
    limits: [{ name: 'ttft', percentile, bound: 300 }],
    search: { kind: 'capacity', ...search },
  })
}

async function shown(plan: ReturnType<typeof planOf>): Promise<string> {
  const { search } = plan
  if (search === null) throw new Error('The plan searches.')
  const html = await renderToString(
    createSSRApp({ render: () => h(SearchCostFacts, { plan, search }) }),
  )
  return html
    .replace(/<!--.*?-->|<\/?dfn[^>]*>/g, '')
    .replace(/<[^>]+>/g, '|')
    .replace(/\|+/g, '|')
    .replaceAll('\u00a0', ' ')
}

test('a search by rate shows its requests, the percentile that needs them, and an example', async () => {
  const plan = planOf({}, 99)
  const text = await shown(plan)
  expect(text).toContain('|Requests of a run|at least 368|')
  expect(text).toContain('|Run at 1/s|6:08|Run from 18.4/s on|20.0 s|')
  expect(text).toContain('p99 of the limits needs 368 requests.')
  const [, runs, requests] =
    /takes about (\d+) runs, (\d+) requests/.exec(
      sweepPlanText({
        plan,
        servers: [],
        estimate: {
          ...{ points: 15, requests: null, estimatedDurationS: null, cost: null, shortage: null },
        },
      }),
    ) ?? []
  expect(text.replaceAll(',', '')).toContain(
    `If the result is 32/s|about ${runs} runs ${requests} requests`,
  )
})

test('a search by concurrency shows the requests of each place, and no time', async () => {
  const text = await shown(planOf({ over: 'maxConcurrency' }, null))
  expect(text).toContain('|at least 50|Requests per slot in flight|at least 8|')
  expect(text).not.toMatch(/\d:\d\d|\d s\|/)
})

test('in Chinese as well', async () => {
  await learn('zh')
  speak('zh')
  onTestFinished(() => {
    speak('en')
  })
  const text = await shown(planOf({}, 99))
  expect(text).toContain('限值中的 p99 需要 368 个请求。')
  expect(text).toContain('|每次运行的请求|至少 368|')
})
