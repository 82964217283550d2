import { describe, expect, test } from 'vitest'
import { expectRoundTrip } from '#core/random/round-trip.test-support.ts'
import { exampleFlagIndex } from '#core/vllm/example-flags.test-support.ts'
import { anySweepFile } from './any-sweep-file.test-support.ts'
import { readSweepFile } from './read-sweep-file.ts'
import { sweepFileContents } from './write-sweep-file.ts'

const load = { load: { 'request-rate': 1 } }

describe('a sweep file', () => {
  test('is read as it was written', () => {
    expectRoundTrip(anySweepFile, (file) => {
      const text = JSON.stringify(sweepFileContents(file, exampleFlagIndex))
      return readSweepFile(JSON.parse(text), exampleFlagIndex)
    })
  })

  test.each<[object, string, string | null]>([
    [{}, 'load is missing.', 'Give "load: { request-rate: 1..32 x2 }"'],
    [{ lod: {} }, 'lod is not a known key.', 'Did you mean "load"?'],
    [{ load: { rate: 1 } }, 'load.rate is not a known key.', 'There are request-rate, '],
    [
      { load: { 'request-rate': 'fast' } },
      'load.request-rate cannot be read',
      'Write it as "1, 2, 4"',
    ],
    [{ load: { 'request-rate': [1, 0] } }, 'load.request-rate[1] must be above 0', null],
    [{ ...load, repeats: 0 }, 'repeats must be at least 1, not 0.', null],
    [{ ...load, 'warm-up': 'long' }, 'warm-up must be a time, not "long".', 'Write seconds'],
    [{ ...load, limits: ['p95 ttft'] }, 'limits[0] is not a limit: "p95 ttft"', 'Write it as "p95'],
    [
      { ...load, benchmark: { 'request-rate': 4 } },
      'benchmark.request-rate belongs under',
      'Move it to "load"',
    ],
    [
      { ...load, benchmark: { 'num-promts': 4 } },
      'benchmark.num-promts is not a known key.',
      'Did you mean "num-prompts"?',
    ],
    [{ ...load, benchmark: { 'num-prompts': 'x' } }, 'benchmark.num-prompts must be a', null],
    [
      { ...load, axes: [{ 'max-num-sqs': [1] }] },
      'axes[0].max-num-sqs is not a known key',
      'Did you mean "max-num-seqs"?',
    ],
    [
      { ...load, axes: [{ seed: [1, 2], 'max-num-seqs': [1] }] },
      'axes[0] links lists of different lengths: seed has 2',
      'Give lists',
    ],
    [
      { ...load, axes: [{ 'request-rate': [1] }] },
      'axes[0] varies request-rate, which is the load',
      'Write it under "load"',
    ],
    [{ ...load, axes: [{}] }, 'axes[0] varies nothing', 'Name a flag'],
    [{ ...load, axes: { seed: 1 } }, 'axes must be a list', null],
    [
      { ...load, servers: [{ hst: 'x', env: { VLLM_API_KEY: 'sk-1' } }] },
      'servers[0] has no kind: { hst, env }.',
      'Give it one of server, url',
    ],
    [{ ...load, servers: [{ url: 'gpu 80' }] }, 'servers[0].url must not contain blank', null],
    [
      { ...load, servers: [{ host: 'a' }] },
      'servers[0] has nothing to launch',
      'Name a stored profile',
    ],
    [{ search: { find: 'best' } }, 'search.find must be capacity or curve, not "best".', null],
    [
      { search: { find: 'capacity', precision: 'high' } },
      'search.precision must be a share',
      'Write it',
    ],
    [
      { search: { find: 'capacity', precision: '90 %' } },
      'search.precision must be at most 50 %, not "90 %".',
      null,
    ],
    [{ search: { find: 'curve', from: 8, 'up-to': 4 } }, 'search.up-to must be above 8', null],
    [{ search: { find: 'curve', 'most-runs': 1 } }, 'search.most-runs must be at least 3', null],
    [{ ...load, price: { 'per-hour': 0 } }, 'price.per-hour must be above 0', null],
    [[], 'The file must hold "name: value" lines, not [].', null],
  ])('%j is refused: %s', (contents, message, remedy) => {
    const attempt = () => readSweepFile(contents, exampleFlagIndex)
    expect(attempt).toThrow(message)
    if (remedy !== null)
      expect(attempt).toThrow(
        expect.objectContaining({ remedy: expect.stringContaining(remedy) as string }),
      )
  })
})
