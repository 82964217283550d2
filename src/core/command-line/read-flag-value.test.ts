import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import { benchmarkFieldsSchema, benchmarkFlags } from '#core/flags/benchmark-fields.ts'
import { type Flag, flagArguments, flagName } from '#core/flags/flag.ts'
import { readFlagValue } from './read-flag-value.ts'

type FlagKind = Flag['kind']

function flagOf(kind: FlagKind): Flag {
  return {
    field: 'thing',
    schema: z.string(),
    kind,
    metavar: 'KEY=VALUE',
    summary: '',
    group: 'Report',
    flag: '--thing',
  }
}

describe('the words after a flag', () => {
  test.each<[FlagKind, string[], unknown]>([
    ['text', ['8'], '8'],
    ['integer', ['-5'], -5],
    ['integer', ['5x'], '5x'],
    ['integer', ['1e3'], 1000],
    ['integer', ['1.000'], '1.000'],
    ['integer', ['5.0'], '5.0'],
    ['integer', ['0x10'], '0x10'],
    ['integer', ['1_000'], 1000],
    ['integer', ['1__000'], '1__000'],
    ['integer', ['_100'], '_100'],
    ['number', ['1_000.5'], 1000.5],
    ['number', ['1e-3'], 0.001],
    ['number', [''], ''],
    ['number', ['0x10'], '0x10'],
    ['number', ['1e-400'], '1e-400'],
    ['number', ['-0e5'], -0],
    ['number', ['.5'], 0.5],
    ['number', ['5.'], 5],
    ['number', ['٣'], '٣'],
    ['text', ['  '], ''],
    ['words', ['a', ' '], ['a', '']],
    ['numbers', [',,'], [',,']],
    ['rate', ['inf'], 'inf'],
    ['rate', ['Infinity'], 'inf'],
    ['rate', ['0.5'], 0.5],
    ['switch', [], true],
    ['numbers', ['50, 99.9'], [50, 99.9]],
    ['names', ['ttft, itl,'], ['ttft', 'itl']],
    ['pairs', ['a=b=c', ' d = e '], { a: 'b=c', d: 'e' }],
    ['limits', ['ttft:200', 'e2el:3000.5'], { ttft: 200, e2el: 3000.5 }],
    ['limits', ['ttft:200,tpot:50'], { ttft: 200, tpot: 50 }],
    ['json', ['{"a": [1]}'], { a: [1] }],
    ['sizes', ['{(256,256, 1): 0.5, ( 8,8,4 ): 0}'], { '(256, 256, 1)': 0.5, '(8, 8, 4)': 0 }],
    ['sizes', [`{'(8, 8, 1)': 1}`], { '(8, 8, 1)': 1 }],
    ['sizes', ['{"(8,8,1)": 1}'], { '(8, 8, 1)': 1 }],
    ['range-ratio', ['0.5'], 0.5],
    ['range-ratio', ['{"input": 0, "output": 0.3}'], { input: 0, output: 0.3 }],
  ])('as %s: %j is %j', (kind, words, value) => {
    expect(readFlagValue(flagOf(kind), words)).toEqual(value)
  })

  test.each<[FlagKind, string[], string]>([
    ['pairs', ['key'], '--thing takes KEY=VALUE, not "key".'],
    ['limits', [','], '--thing takes KEY=VALUE, not ",".'],
    ['limits', ['a:1,a:2'], '--thing names a twice.'],
    ['limits', ['ttft=3'], '--thing takes KEY=VALUE, not "ttft=3".'],
    ['json', ['[1]'], '--thing takes a JSON object, not "[1]".'],
    ['sizes', ['(8, 8, 1)'], '--thing takes a JSON object, not "(8, 8, 1)".'],
    ['json', ['{a: 1}'], '--thing takes a JSON object, not "{a: 1}".'],
  ])('as %s: %j is refused', (kind, words, message) => {
    expect(() => readFlagValue(flagOf(kind), words)).toThrow(message)
  })
})

test('what a flag writes, it reads back', () => {
  const config = benchmarkFieldsSchema.parse({
    ...defaultBenchmarkConfig,
    baseUrl: 'http://127.0.0.1:1',
    header: { a: 'b=c' },
    requestRate: 0.25,
    burstiness: 'inf',
    randomRangeRatio: { input: 0.1, output: 0 },
    topP: 0.9,
    extraBody: { seed: 1, stop: ['x'] },
    percentileMetrics: ['e2el'],
    metricPercentiles: [50, 99.9],
    goodput: { tpot: 12.5 },
  })
  for (const flag of benchmarkFlags) {
    const words = flagArguments(flag, config[flag.field])
    if (words.length === 0) continue
    expect([flagName(flag.field), readFlagValue(flag, words)]).toEqual([
      flag.flag,
      config[flag.field],
    ])
  }
})

test.each(['{"seed": 9007199254740993}', '{"a": [-12345678901234567890]}'])(
  'refuses a number that would be sent as another: %s',
  (json) => {
    const read = () => readFlagValue(flagOf('json'), [json])
    expect(read).toThrow(/beyond the integers/)
  },
)

test.each(['{"seed": 9007199254740992}', '{"a": "9007199254740993"}', '{"x": 1e400, "y": 0.1}'])(
  'takes %s',
  (json) => {
    expect(() => readFlagValue(flagOf('json'), [json])).not.toThrow()
  },
)

test.each([
  ['{“a”: ‘x’}', `'{"a": "x"}'`],
  ["{'a': True, 'b': None}", `'{"a": true, "b": null}'`],
  [`'{"a": 1}'`, `'{"a": 1}'`],
  ['{a:{b:c-d/e}}', `'{"a":{"b":"c-d/e"}}'`],
  ['{"a": [1,], /* none */ "b": "it\'s, }",}', `'{"a": [1],  "b": "it's, }"}'`],
  ['[1]', `'{"name": 1}'`],
  ['{"a": NaN}', 'JSON has no NaN: leave the key out, or write null.'],
  ['@body.json', '--thing "$(cat body.json)"'],
])('shows what was meant by %s', (word, shown) => {
  const read = () => readFlagValue(flagOf('json'), [word])
  expect(read).toThrow(
    expect.objectContaining({ remedy: expect.stringContaining(shown) as string }),
  )
})

test('a secret written like a header is not shown', () => {
  const read = () => readFlagValue(flagOf('pairs'), ['Authorization: Bearer hidden'])
  expect(read).toThrow(/^--thing takes KEY=VALUE, not "Authorization:…"\.$/)
})
