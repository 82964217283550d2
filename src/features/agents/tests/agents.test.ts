// Agents of the built program, against the log and the counters of the server: their steps, tools, subagents and cache hits.
// @module-tag nightly
import { expect, test } from 'vitest'
import { bench, printed, simulate, sum } from '../../../../tests/command-line/built-programs.ts'

const agents = [
  ...['--backend', 'openai-chat', '--endpoint', '/v1/chat/completions'],
  ...['--dataset-name', 'random-agent', '--num-prompts', '6', '--max-concurrency', '3'],
  ...['--agent-variation', '0', '--agent-system-len', '200', '--agent-task-len', '32'],
  ...['--agent-tool-result-len', '16', '--agent-output-len', '8', '--agent-steps', '4'],
  ...['--tool-latency-ms', '100', '--tool-latency-variation', '0'],
]

test('each step begins after the response of the step before and its tool', async () => {
  const server = await simulate()
  const { output, result, requests } = await bench([server.baseUrl], agents)
  expect(result).toMatchObject({ completed: 24, failed: 0, trajectories_whole: 6 })
  const log = await server.logged(24)
  const arrived = new Map(log.map(({ requestId, arrivedEpochMs }) => [requestId, arrivedEpochMs]))
  const solved = [...Map.groupBy(requests, (row) => row['conversation_index'] ?? '').values()].map(
    (steps) => {
      expect(steps.map((row) => row['step_depth'])).toEqual(['0', '1', '2', '3'])
      const atMs = steps.map((row) => arrived.get(row['request_id'] ?? '') ?? NaN)
      // The log has whole milliseconds.
      for (const [place, at] of atMs.slice(1).entries()) {
        expect(at - (atMs[place] ?? NaN)).toBeGreaterThanOrEqual(99)
      }
      const sentMs = Math.min(...steps.map((row) => Number(row['sent_at_ms'])))
      const endedMs = Math.max(...steps.map((row) => Number(row['ended_at_ms'])))
      const last = steps.at(-1)
      expect(Number(last?.['time_to_solution_ms'])).toBeCloseTo(endedMs - sentMs, 6)
      expect(endedMs - sentMs).toBeGreaterThanOrEqual((atMs.at(-1) ?? NaN) - (atMs[0] ?? NaN) - 1)
      expect(Number(last?.['tool_time_ms'])).toBeGreaterThanOrEqual(300)
      return endedMs - sentMs
    },
  )
  expect(solved).toHaveLength(6)
  expect(result['mean_time_to_solution_ms']).toBeCloseTo(sum(solved) / 6, 6)
  expect(printed(output, 'Mean Time to Solution (ms)')).toBeCloseTo(sum(solved) / 6, 1)
})

test('subagents are joined, and cached tokens are those that the server counts', async () => {
  const server = await simulate(['--enable-prompt-tokens-details'])
  const fan = ['--agent-fan-out', '0.5', '--agent-subagents', '2', '--agent-subagent-steps', '2']
  const { output, result, requests } = await bench([server.baseUrl], [...agents, ...fan])
  const log = await server.logged(requests.length)
  expect(new Set(log.map(({ requestId }) => requestId))).toEqual(
    new Set(requests.map((row) => row['request_id'])),
  )
  expect(requests.length).toBeGreaterThan(24)
  expect(result).toMatchObject({ completed: requests.length, failed: 0, trajectories_whole: 6 })
  const cached = sum(requests.map((row) => Number(row['cached_tokens'])))
  const reusable = sum(requests.map((row) => Number(row['reusable_tokens'])))
  const prompts = sum(requests.map((row) => Number(row['input_tokens'])))
  expect(result).toMatchObject({
    ...{ agent_cached_tokens: cached, agent_reusable_tokens: reusable },
    agent_prompt_tokens: prompts,
  })
  const page = await (await fetch(`${server.baseUrl}/metrics`)).text()
  const counted = (name: string) =>
    sum(
      Array.from(page.matchAll(new RegExp(`^vllm:${name}\\S* (\\S+)`, 'gm')), ([, at]) =>
        Number(at),
      ),
    )
  expect(cached).toBeGreaterThan(0)
  expect(counted('prefix_cache_hits_total')).toBe(cached)
  expect(counted('prompt_tokens_total')).toBe(prompts)
  expect(printed(output, 'Cached prompt tokens (%)')).toBeCloseTo((100 * cached) / prompts, 1)
  expect(printed(output, 'Ideally cached (%)')).toBeCloseTo((100 * reusable) / prompts, 1)
})
