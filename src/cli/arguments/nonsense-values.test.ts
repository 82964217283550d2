// Values that mean nothing, for every flag of `bench serve`: each is refused by one short sentence that names flag and value.
import { expect, test } from 'vitest'
import { AppError } from '#core/model/app-error.ts'
import { benchServeFlagSet } from '#core/command-line/bench-serve-flags.ts'
import type { Flag } from '#core/flags/flag.ts'
import { parseBenchServe } from './parse-bench-serve.ts'

const notNumbers = [
  '',
  '  ',
  '\n',
  ',,',
  'NaN',
  '1e400',
  '-inf',
  '٣',
  '９９',
  '0x10',
  '1e-400',
  "'",
]
const others = ['[]', '{}', 'null', '--', 'a,a', '1,,1', '-1', '\0', 'x'.repeat(100_000)]

const numeric: readonly Flag['kind'][] = ['integer', 'number', 'rate', 'numbers', 'range-ratio']
const valued = benchServeFlagSet.flags.filter(({ kind }) => kind !== 'switch')

function refusal(flag: string, value: string): AppError | null {
  try {
    parseBenchServe(['--model', 'm', `${flag}=${value}`])
    return null
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

test.each(valued.map(({ flag }) => flag))('%s refuses by its name, or takes', (flag) => {
  for (const value of [...notNumbers, ...others]) {
    expect(refusal(flag, value)?.message ?? flag).toMatch(/--\w/)
  }
})

const ofNumbers = valued.filter(({ kind }) => numeric.includes(kind))

test.each(ofNumbers.map(({ flag }) => flag))('%s takes nothing that is no number', (flag) => {
  for (const value of notNumbers) {
    expect([value, refusal(flag, value)?.message]).toEqual([
      value,
      expect.stringMatching(new RegExp(`^${flag}[ :]`)),
    ])
  }
})

test.each([
  [
    ['--metric-percentiles', '50,p99,abc'],
    '--metric-percentiles must be a number, not "p99" in "50,p99,abc". --metric-percentiles must be a number, not "abc" in "50,p99,abc".',
    'Write numbers separated by commas in --metric-percentiles.',
  ],
  [
    ['--metric-percentiles', '50,101'],
    '--metric-percentiles must be at most 100, not "101" in "50,101".',
    null,
  ],
  [
    ['--goodput', 'ttft:200', 'e2el:abc'],
    '--goodput must be a number, not "abc" in "ttft:200 e2el:abc".',
    'Write each limit with its metric, such as --goodput ttft:200 e2el:3000.',
  ],
  [['--goodput', 'ttft:1', 'ttft:2'], '--goodput names ttft twice. Give it once.', null],
  [['--goodput', ''], '--goodput takes METRIC:MS, not "".', null],
  [['--metadata', 'a=1', 'a=2'], '--metadata names a twice. Give it once.', null],
])('%j: the part that is wrong is named', (args, message, remedy) => {
  expect(() => parseBenchServe(args)).toThrow(expect.objectContaining({ message, remedy }) as Error)
})
