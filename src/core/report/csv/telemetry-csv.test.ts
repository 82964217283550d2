import { expect, test } from 'vitest'
import { telemetryCsv } from './telemetry-csv.ts'

test('a line per sample, in the order of time, with the values of each source', () => {
  const text = telemetryCsv(
    [
      {
        kind: 'server',
        label: '',
        samples: [
          { atEpochMs: 999.5, values: { requestsRunning: 0, generationTokens: 7 } },
          { atEpochMs: 2000, values: { requestsRunning: 4, kvCacheUsage: 0.25 } },
        ],
      },
      {
        kind: 'gpu',
        label: '3',
        samples: [{ atEpochMs: 1500, values: { powerW: 486.21, throttleReasons: 0x44 } }],
      },
    ],
    1000,
  )
  const [head = '', ...lines] = text.split('\r\n')
  const names = head.split(',')
  const reported = lines.slice(0, -1).map((line) => {
    const cells = line.split(',').map((cell, index): [string, string] => [names[index] ?? '', cell])
    return Object.fromEntries(cells.filter(([, cell]) => cell !== ''))
  })
  expect(reported).toEqual([
    { at_s: '-0.0005', source: 'server', requests_running: '0', generation_tokens_total: '7' },
    {
      at_s: '0.5',
      source: 'gpu',
      gpu: '3',
      gpu_power_w: '486.21',
      gpu_throttle_reasons: 'power cap; hardware thermal slowdown',
    },
    { at_s: '1', source: 'server', requests_running: '4', kv_cache_usage: '0.25' },
  ])
})
