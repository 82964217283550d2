// A benchmark whose client cancels requests: our counts against the log and the counters of the server, to the request.
import { expect, test } from 'vitest'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { configProblems } from '#core/model/config-problems.test-support.ts'
import { consoleReport } from '#core/report/console/console-report.ts'
import { requestsCsv } from '#core/report/csv/requests-csv.ts'
import { serverWaste } from '#core/stats/server-waste.ts'
import { isToBeCancelled } from '#features/gateways/core/cancel-policy.ts'
import type { RequestLogEntry } from '#node/simulator/api/http-options.ts'
import { loggedBenchmark } from '#node/experiment/logged-benchmark.test-support.ts'

const config: BenchmarkConfig = {
  ...defaultBenchmarkConfig,
  randomInputLen: 32,
  randomOutputLen: 120,
  numPrompts: 40,
  maxConcurrency: 8,
  cancelAfter: '20tok',
  cancelShare: 0.3,
}

async function measure(changes: Partial<BenchmarkConfig> = {}) {
  const { result, baseUrl, log } = await loggedBenchmark({ ...config, ...changes })
  const numbers = async (name: RegExp) => {
    const text = await (await fetch(`${baseUrl}/metrics`)).text()
    return text
      .split('\n')
      .filter((line) => name.test(line))
      .map((line) => Number(line.split(' ').at(-1)))
  }
  await expect.poll(() => log().length).toBe(result.records.length)
  return { ...result, log: log(), numbers }
}

for (const { transport, tags } of [
  { transport: 'native', tags: [] },
  { transport: 'undici', tags: ['nightly'] },
] as const) {
  test(
    `over ${transport}, agrees with the log of the server to the request, and frees its slots`,
    { tags: [...tags] },
    async () => {
      const { records, summary, log, numbers } = await measure({ transport })
      const entryOf = (id: string | null) => log.find(({ requestId }) => requestId === id)
      const policy = { share: 0.3, seed: config.seed }
      const chosen = records.filter(({ index }) => isToBeCancelled(policy, index))
      for (const { requestId, error, outputTokens, index } of records) {
        const isChosen = isToBeCancelled(policy, index)
        expect(error?.code ?? null).toBe(isChosen ? 'client-cancelled' : null)
        const { complete, generatedTokens = null } = entryOf(requestId) ?? {}
        expect(complete).toBe(!isChosen)
        if (!isChosen) expect(generatedTokens).toBe(outputTokens)
        else expect(generatedTokens ?? 0).toBeGreaterThanOrEqual(20)
      }
      expect(chosen.length).toBeGreaterThan(5)
      expect(summary).toMatchObject({
        clientCancelled: chosen.length,
        completed: 40 - chosen.length,
        failed: 0,
      })
      // Cut in the read that completed 20 tokens.
      expect(summary.discardedTokens ?? 0).toBeGreaterThanOrEqual(20 * chosen.length)
      expect(await numbers(/^vllm:num_requests_running/)).toEqual([0])
      expect(await numbers(/^vllm:request_success_total\{.*abort/)).toEqual([chosen.length])
    },
  )
}

test("the server's waste is that of its log", async () => {
  const { summary, log } = await measure()
  const waste = serverWaste(summary)
  const sumOf = (entries: readonly RequestLogEntry[]) =>
    entries.reduce((sum, { generatedTokens }) => sum + (generatedTokens ?? 0), 0)
  expect(waste?.generated).toBe(sumOf(log))
  expect(waste?.unused).toBe(sumOf(log.filter(({ complete }) => !complete)))
  expect(waste?.unreceived).toBe((waste?.unused ?? 0) - (summary.discardedTokens ?? 0))
})

test('report and table show what was cancelled and discarded', async () => {
  const { records, ...run } = await measure({ cancelAfter: '150ms', cancelShare: 1 })
  const { clientCancelled, discardedTokens } = run.summary
  expect(clientCancelled).toBeGreaterThan(0)
  const report = consoleReport(run)
  expect(report).toMatch(/Failed requests: +0 *\n/)
  expect(report).toMatch(new RegExp(`Requests cancelled by the client: +${clientCancelled} *\n`))
  expect(report).toContain("Server's Waste by Cancelling")
  const [head = '', ...lines] = requestsCsv(records).trim().split('\n')
  const at = head.split(',').indexOf('discarded_tokens')
  const counts = lines.map((line) => Number(line.split(',')[at]))
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(discardedTokens)
})

test.each([
  [{ cancelAfter: '2' }, 'cancelAfter', '2 is neither a time nor a number of tokens'],
  [{ cancelAfter: '0tok' }, 'cancelAfter', 'neither a time nor'],
  [{ cancelShare: 0.5 }, 'cancelShare', 'has no effect without a time or number of tokens'],
])('refuses %o', (changes, field, text) => {
  const issue = configProblems(changes).find(([problematic]) => problematic === field)
  expect(issue?.[1]).toContain(text)
})
