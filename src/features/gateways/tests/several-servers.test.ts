// A benchmark of several servers of one model: what each got by its own log, against what is reported of its URL.
// @module-tag nightly
import { expect, test } from 'vitest'
import { z } from 'zod'
import { bench, simulate } from '../../../../tests/command-line/built-programs.ts'

const tiny = ['--random-input-len', '16', '--random-output-len', '6', '--max-concurrency', '8']
const targetsSchema = z.looseObject({
  url_strategy: z.string(),
  per_url_metrics: z.array(z.looseObject({ url: z.string(), requests: z.number() })),
  url_indices: z.array(z.number()),
})

/** Resolves with how many requests each server got, once all places that report them agree. */
async function spread(
  servers: readonly Awaited<ReturnType<typeof simulate>>[],
  flags: readonly string[],
) {
  const urls = servers.map(({ baseUrl }) => baseUrl)
  const { output, result, requests } = await bench(urls, flags)
  const {
    url_strategy,
    per_url_metrics: targets,
    url_indices: places,
  } = targetsSchema.parse(result)
  expect(targets.map(({ url }) => url)).toEqual(urls)
  const [, table = ''] = output.split(` URLs, ${url_strategy} (ms) `)
  const rows = table.split('\n')
  for (const [place, server] of servers.entries()) {
    const sentTo = requests.filter((_, index) => places[index] === place)
    expect(sentTo.map((row) => row['url_index'])).toEqual(sentTo.map(() => String(place)))
    expect(targets[place]?.requests).toBe(sentTo.length)
    const log = await server.logged(sentTo.length)
    expect(new Set(log.map(({ requestId }) => requestId))).toEqual(
      new Set(sentTo.map((row) => row['request_id'])),
    )
    const line = rows.find((each) => each.includes(server.baseUrl))
    expect(line?.split(/\s+/)).toContain(String(sentTo.length))
  }
  expect(result).toMatchObject({ completed: requests.length, failed: 0 })
  return { counts: targets.map(({ requests: count }) => count), requests, places }
}

test('round robin: one after the other', async () => {
  const servers = await Promise.all([simulate(), simulate(), simulate()])
  const { counts, places } = await spread(servers, [...tiny, '--num-prompts', '32'])
  expect(counts).toEqual([11, 11, 10])
  expect(places).toEqual(places.map((_, index) => index % 3))
})

test('least in flight: the slower server gets fewer', async () => {
  const servers = await Promise.all([simulate(), simulate(['--slow-down', '400'])])
  const strategy = ['--num-prompts', '120', '--url-strategy', 'least-in-flight']
  const { counts } = await spread(servers, [...tiny, ...strategy])
  expect(counts[1]).toBeGreaterThan(0)
  expect(counts[0]).toBeGreaterThan(counts[1] ?? NaN)
})

test(
  'session-sticky: every turn of a conversation goes to one server',
  { tags: 'nightly' },
  async () => {
    const servers = await Promise.all([simulate(), simulate()])
    const chat = ['--backend', 'openai-chat', '--endpoint', '/v1/chat/completions']
    const turns = ['--dataset-name', 'random-multi-turn', '--multi-turn-num-turns', '3']
    const strategy = ['--num-prompts', '7', '--url-strategy', 'session-sticky']
    const { counts, requests } = await spread(servers, [...tiny, ...chat, ...turns, ...strategy])
    expect(counts).toEqual([12, 9])
    expect(requests.map((row) => row['url_index'])).toEqual(
      requests.map((row) => String(Number(row['conversation_index']) % 2)),
    )
  },
)
