// Metrics that a benchmark names, looked for on the pages of a router and of the instances behind it.
import { expect, test } from 'vitest'
import type { ServerAccess } from '#node/http/http-client.ts'
import { serveAnswers } from './http-server.test-support.ts'
import { requireMetrics } from './require-metrics.ts'

function pageOf(...lines: readonly string[]) {
  return { 'GET /metrics': { status: 200, contentType: 'text/plain', body: lines.join('\n') } }
}

async function pair(...lines: readonly string[]) {
  const urls = await Promise.all([serveAnswers(pageOf(...lines)), serveAnswers(pageOf(...lines))])
  return { urls, router: await serveAnswers({}) }
}

function ask({ urls, router }: Awaited<ReturnType<typeof pair>>, metric: string) {
  const accessOf = (baseUrl: string): ServerAccess => ({ baseUrl, headers: {}, insecure: false })
  const instances = urls.map((url) => ({ access: accessOf(url) }))
  const asked = { servers: [accessOf(router)], instances }
  return requireMetrics({ telemetryMetric: [metric] }, asked, new AbortController().signal)
}

test('no instance has it: all of them are named, but not a router without a page', async () => {
  const servers = await pair('vllm:running{engine="0"} 1')
  const [first, second] = servers.urls
  await expect(ask(servers, 'vllm:runing')).rejects.toMatchObject({
    code: 'invalid-input',
    field: 'telemetryMetric',
    message: `None of ${first}/metrics, ${second}/metrics has the metric vllm:runing. Nearest: vllm:running.`,
    remedy: expect.stringContaining(`"curl ${first}/metrics"`) as string,
  })
})

test('no instance has the series: all of them are named', async () => {
  const servers = await pair('vllm:running{engine="0"} 1')
  const [first, second] = servers.urls
  await expect(ask(servers, 'vllm:running{engine="7"}')).rejects.toMatchObject({
    message: `None of ${first}/metrics, ${second}/metrics has a series of vllm:running with {engine="7"}. Their series: {engine="0"}.`,
  })
})

test('one instance that has it is enough', async () => {
  const { urls, router } = await pair('vllm:running 1')
  const other = await serveAnswers(pageOf('vllm:waiting 1'))
  await expect(ask({ urls: [other, urls[0] ?? ''], router }, 'vllm:running')).resolves.toBe(
    undefined,
  )
})
