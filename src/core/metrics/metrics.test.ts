import { describe, expect, test } from 'vitest'
import { poolingProfiles } from '#core/compat/compat-profile-of.ts'
import { compatProfiles } from '#core/compat/compat-profiles.ts'
import { runSummarySchema } from '#core/model/run/run-summary.ts'
import { exampleRun } from '#core/report/example-run.test-support.ts'
import { latencyOf, reportableMetricNames } from './latencies.ts'
import { leadBy, scalarByFileKey, scalarNames, scalarOf, scalarsWith } from './scalar-names.ts'
import { importedScalars } from '#core/stats/scalar-values.ts'
import { scalarFileSchemas } from './scalar-schemas.ts'
import type { ScalarName } from './scalars.ts'

type StatedRun = Parameters<typeof importedScalars>[0]

const { summary } = exampleRun()

function without(names: readonly string[], values: object): object {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)))
}

describe('scalars', () => {
  test('have columns and keys of their own', () => {
    const columns = scalarsWith('csv').map((name) => scalarOf(name).csv)
    expect(new Set(columns).size).toBe(columns.length)
    const keys = scalarNames.flatMap((name) => {
      const { file } = scalarOf(name)
      return file === undefined ? [] : [file.key, ...(file.aliases ?? [])]
    })
    expect([...scalarByFileKey.keys()]).toEqual(keys)
  })

  test.each(scalarNames.filter((name) => scalarOf(name).stored.earlierRuns !== undefined))(
    '%s has a value in runs that were stored without it',
    (name) => {
      const read = runSummarySchema.parse(without([name], summary))
      expect(read[name]).toBe(scalarOf(name).stored.earlierRuns)
    },
  )

  test.each(scalarsWith('console'))('%s is a row of some report', (name) => {
    const pooling = Object.values(poolingProfiles?.byName ?? {})
    const profiles = [...Object.values(compatProfiles), ...pooling]
    expect(profiles.flatMap((profile) => profile?.reportRows)).toContain(name)
  })

  test('of ours are in no result file or report of vLLM', () => {
    const own: readonly ScalarName[] = scalarNames.filter(
      (name) => scalarOf(name).file?.isOwn === true,
    )
    const { kneepoint, ...others } = compatProfiles
    expect(kneepoint.result.keys).toEqual(
      expect.arrayContaining([...others['vllm-0.33'].result.keys]),
    )
    for (const { result, reportRows } of Object.values(others)) {
      const scalars = result.keys.map((key) => scalarByFileKey.get(key))
      expect([...scalars, ...reportRows].filter((name) => own.some((one) => one === name))).toEqual(
        [],
      )
    }
  })
})

describe('scalars of an imported file', () => {
  const nothing: StatedRun['file'] = Object.fromEntries(
    Object.keys(scalarFileSchemas).map((key) => [key, null]),
  ) as StatedRun['file']
  const totals = { duration: 10, completed: 20, total_input_tokens: 300, total_output_tokens: 500 }

  test('follow from its totals where it does not state them', () => {
    const file = { ...nothing, ...totals, output_throughput: 49 }
    const found = importedScalars({ file, requests: null, times: null })
    expect(found).toMatchObject({ requestThroughput: 2, outputThroughput: 49 })
    expect(found).toMatchObject({ totalTokenThroughput: 80, failed: null, rtfx: 0 })
  })

  test('are read under older spellings', () => {
    const file = { ...nothing, ...totals, 'request_goodput:': 1.5 }
    const found = importedScalars({ file, requests: null, times: null })
    expect(found.requestGoodput).toBe(1.5)
  })

  test('come from its requests if it lists them, and peaks only if these have times', () => {
    const file = { ...nothing, ...totals }
    const untimed = importedScalars({ file, requests: summary, times: null })
    expect(untimed.failed).toBe(summary.failed)
    expect(untimed.maxConcurrentRequests).toBeNull()
    const timed = importedScalars({ file, requests: summary, times: summary })
    expect(timed.maxConcurrentRequests).toBe(summary.maxConcurrentRequests)
  })
})

test.each(reportableMetricNames.filter((name) => latencyOf(name).everyRun !== true))(
  'runs stored without %s are read',
  (name) => {
    const metrics = without([name], summary.metrics)
    expect(runSummarySchema.parse({ ...summary, metrics }).metrics[name]).toBeUndefined()
  },
)

test('a list led by some of its members keeps the order of the others', () => {
  expect(leadBy(['c', 'x', 'a'], ['a', 'b', 'c', 'd'])).toEqual(['c', 'a', 'b', 'd'])
})
