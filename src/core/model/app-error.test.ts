import { describe, expect, test } from 'vitest'
import { answerLatencies } from '#core/metrics/latencies.ts'
import { benchmarkConfigSchema } from './benchmark-config.ts'
import { issueText } from './app-error.ts'

function firstIssue(input: unknown): { field: unknown; message: string | undefined } {
  const [issue] = benchmarkConfigSchema.safeParse(input, { error: issueText }).error?.issues ?? []
  return { field: issue?.path[0], message: issue?.message }
}

describe('what is wrong with a field', () => {
  test.each([
    [{ requestRate: 0 }, 'must be above 0'],
    [{ requestRate: 'abc' }, 'must be a number or inf'],
    [{ randomInputLen: -5 }, 'must be at least 0'],
    [{ randomInputLen: 1.5 }, 'must be a whole number'],
    [{ randomInputLen: 'abc' }, 'must be a number'],
    [{ randomRangeRatio: 2 }, 'must be at least 0 and below 1'],
    [{ randomRangeRatio: 'abc' }, 'must be a number or an object'],
    [{ rampUpStrategy: 'steps' }, 'must be linear or exponential'],
    [{ baseUrl: 'ftp://somewhere' }, 'must begin with http:// or https://'],
    [{ endpoint: 'completions' }, 'must begin with /'],
    [{ goodput: { itl: 3 } }, `does not know itl; it takes ${answerLatencies.join(', ')}`],
    [{ metricPercentiles: [101] }, 'must be at most 100'],
    [{ metricPercentiles: [] }, 'must not be empty'],
    [{ label: '' }, 'must not be empty'],
  ])('%j: %s', (input, message) => {
    expect(firstIssue(input)).toEqual({ field: Object.keys(input)[0], message })
  })

  test('a message of the schema itself stays', () => {
    const { message } = firstIssue({ rampUpStrategy: 'linear' })
    expect(message).toBe('a ramp needs both a start and an end rate')
  })
})
