// Counts of passed, failed and skipped tests, from the reports of both test runners.
import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'

export type TestCounts = {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

const unitReportSchema = z
  .object({ numPassedTests: z.int(), numFailedTests: z.int(), numPendingTests: z.int() })
  .transform((report): TestCounts => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests,
  }))

/** A flaky story passed only when tried again. */
const storyReportSchema = z
  .object({
    stats: z.object({
      expected: z.int(),
      unexpected: z.int(),
      flaky: z.int(),
      skipped: z.int(),
    }),
  })
  .transform(({ stats }): TestCounts => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
  }))

const none: TestCounts = { passed: 0, failed: 0, skipped: 0 }

export function readUnitCounts(file: string): TestCounts {
  return read(file, unitReportSchema)
}

export function readStoryCounts(file: string): TestCounts {
  return read(file, storyReportSchema)
}

export function sumCounts(counts: readonly TestCounts[]): TestCounts {
  return counts.reduce(
    (sum, each) => ({
      passed: sum.passed + each.passed,
      failed: sum.failed + each.failed,
      skipped: sum.skipped + each.skipped,
    }),
    none,
  )
}

/** A runner that crashed leaves no report; its exit code shows that. */
function read(file: string, schema: z.ZodType<TestCounts>): TestCounts {
  return existsSync(file) ? schema.parse(JSON.parse(readFileSync(file, 'utf8'))) : none
}
