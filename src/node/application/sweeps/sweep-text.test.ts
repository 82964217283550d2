import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { expectRoundTrip } from '#core/random/round-trip.test-support.ts'
import { sweepFileSchema } from '#core/model/sweep.ts'
import { anySweepFile } from '#core/sweep/file/any-sweep-file.test-support.ts'
import { sweepPoints } from '#core/sweep/sweep-points.ts'
import { readSweepText, writeSweepText } from './sweep-text.ts'

describe('the text of a sweep', () => {
  test.each(['yaml', 'json'] as const)('is read as it was written, in %s', (format) => {
    expectRoundTrip(anySweepFile, (file) => readSweepText(writeSweepText(file, format)))
  })

  test('is as short as what it says', () => {
    const { plan, servers } = readSweepText('load: { request-rate: 1..8 x2 }')
    expect(plan).toMatchObject({
      name: 'random 1024/128 · 1, 2, 4, 8 req/s',
      requestRates: [1, 2, 4, 8],
      maxConcurrencies: [null],
    })
    expect(servers).toEqual([])
    expect(sweepFileSchema.parse({ plan, servers })).toEqual({ plan, servers })
  })

  test('takes flags as they are written behind the flag, and as YAML has them', () => {
    const { plan } = readSweepText(`
      load: { request-rate: [4, inf, .inf], max-concurrency: 8..32 x2, seconds-per-point: 2 min }
      benchmark: { random_input_len: 128, goodput: "ttft:200 tpot:50", burstiness: .inf, label: 7 }`)
    expect(plan).toMatchObject({
      requestRates: [4, 'inf', 'inf'],
      maxConcurrencies: [8, 16, 32],
      secondsPerPoint: 120,
      config: {
        randomInputLen: 128,
        goodput: { ttft: 200, tpot: 50 },
        burstiness: 'inf',
        label: '7',
      },
    })
  })

  test('links the flags of one axis and combines those of several', () => {
    const { plan } = readSweepText(`
      load: { request-rate: 1 }
      axes:
        - random-input-len: [128, 1024]
          random-output-len: 32..64 x2
        - name: server
          max-num-seqs: 64..256 x2
        - settings: [{}, { server.of-a-plugin: { a: 1 }, server.seed: 3, seed: 4 }]`)
    expect(plan.axes).toEqual([
      {
        name: 'random-input-len, random-output-len',
        settings: [
          { benchmark: { randomInputLen: 128, randomOutputLen: 32 }, server: {} },
          { benchmark: { randomInputLen: 1024, randomOutputLen: 64 }, server: {} },
        ],
      },
      {
        name: 'server',
        settings: [64, 128, 256].map((seqs) => ({
          benchmark: {},
          server: { 'max-num-seqs': seqs },
        })),
      },
      {
        name: 'seed, server.of-a-plugin, server.seed',
        settings: [
          { benchmark: {}, server: {} },
          { benchmark: { seed: 4 }, server: { 'of-a-plugin': { a: 1 }, seed: 3 } },
        ],
      },
    ])
  })

  test('may have its loads chosen', () => {
    const { plan } = readSweepText(
      'search: { find: capacity, over: max-concurrency, up-to: 512, precision: 2 % }',
    )
    expect(plan.search).toEqual({
      kind: 'capacity',
      over: 'maxConcurrency',
      from: 1,
      upTo: 512,
      mostRuns: 15,
      precision: 0.02,
    })
    expect(readSweepText('search: curve').plan.search).toMatchObject({
      kind: 'curve',
      over: 'requestRate',
    })
  })

  test('names servers by what they are', () => {
    const { servers } = readSweepText(`
      load: { request-rate: 1 }
      servers:
        - My simulator
        - http://gpu-03:8000
        - { simulator: quick, start-up: 0, name: quick one }
        - { host: gpu-03, profile: qwen }
        - { host: local, launch: { model: Qwen/Qwen3-8B, flags: { max_num_seqs: 64 }, gpus: ['0'] } }
        - { host: local, launch: HF_TOKEN=x vllm serve Qwen/Qwen3-8B --max-num-seqs 64 }`)
    expect(servers).toMatchObject([
      { kind: 'known', name: 'My simulator' },
      { kind: 'attached', name: null, spec: { baseUrl: 'http://gpu-03:8000' } },
      { kind: 'simulator', name: 'quick one', spec: { preset: 'quick', startupS: 0 } },
      { kind: 'launched', host: 'gpu-03', profile: 'qwen' },
      {
        profile: { name: 'Qwen/Qwen3-8B', config: { flags: { 'max-num-seqs': 64 } }, gpus: ['0'] },
      },
      { profile: { config: { flags: { 'max-num-seqs': 64 } }, secretNames: ['HF_TOKEN'] } },
    ])
  })

  test('may be long where it is JSON, and YAML made to be slow is not begun', () => {
    const file = { load: { 'request-rate': 1 }, name: 'long '.repeat(20_000) }
    expect(readSweepText(JSON.stringify(file)).plan.name).toBe(file.name)
    expect(() => readSweepText('&a '.repeat(25_000))).toThrow('This is not JSON, and 75000')
  })

  test('is refused with the line where it is no YAML', () => {
    expect(() => readSweepText('load: [1')).toThrow(/^This is neither YAML nor JSON: .* at line 1/)
  })

  test.each([
    [' \n', 'it is empty'],
    ['name: a\n---\nname: b\n', 'it contains several documents'],
    ['load: .nan', 'not NaN'],
  ])('%j is refused by its fault', (text, fault) => {
    expect(() => readSweepText(text)).toThrow(fault)
  })

  test('may be indented with the spaces of a page', () => {
    const text = 'servers: [http://a:1]\nload:\n\u3000\u00a0request-rate: 2\n'
    expect(readSweepText(text).plan).toEqual(readSweepText(text.replaceAll(/[^ -~\n]/g, ' ')).plan)
  })
})

const examples = fileURLToPath(new URL('../../../../docs/examples/', import.meta.url))

describe('the examples', () => {
  const pointsOf: Readonly<Record<string, number>> = {
    'capacity.yaml': 0,
    'knee.yaml': 6 * 3,
    'server-flags.yaml': (4 * 2 * 2 * 3 * 2 - 4 * 2 * 2) * 2,
    'two-servers.json': 5 * 5 * 2,
  }

  test('are these', () => {
    expect(readdirSync(examples).sort()).toEqual(Object.keys(pointsOf))
  })

  test.each(Object.entries(pointsOf))('%s has %i points to begin with', (file, points) => {
    const { plan, servers } = readSweepText(readFileSync(examples + file, 'utf8'))
    expect(sweepPoints(plan, servers.length)).toHaveLength(points)
  })
})
