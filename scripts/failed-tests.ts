// The tests that failed, from the reports of both test runners.
import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { z } from 'zod'
import { inRepository } from './repository.ts'

const unitReportSchema = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).nullable(),
        }),
      ),
    }),
  ),
})

const specSchema = z.object({
  title: z.string(),
  file: z.string(),
  tests: z.array(
    z.object({
      status: z.string(),
      results: z.array(
        z.object({ error: z.object({ message: z.string().optional() }).optional() }),
      ),
    }),
  ),
})

type Suite = Readonly<{ specs: readonly z.infer<typeof specSchema>[]; suites: readonly Suite[] }>

const suiteSchema: z.ZodType<Suite> = z.lazy(() =>
  z.object({ specs: z.array(specSchema), suites: z.array(suiteSchema).default([]) }),
)

const storyReportSchema = z.object({ suites: z.array(suiteSchema) })

/** A line each: the file, the title and the first line of the failure. */
export function failedUnitTests(report: string): readonly string[] {
  if (!existsSync(report)) return []
  const { testResults } = unitReportSchema.parse(JSON.parse(readFileSync(report, 'utf8')))
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(inRepository(), name)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    // A file that cannot be loaded has no test to blame.
    if (failed.length === 0) return status === 'failed' ? [line(file, '', message)] : []
    return failed.map(({ fullName, failureMessages }) => line(file, fullName, failureMessages?.[0]))
  })
}

/** Likewise; a story that passed only when tried again is one. */
export function failedStories(report: string): readonly string[] {
  if (!existsSync(report)) return []
  const { suites } = storyReportSchema.parse(JSON.parse(readFileSync(report, 'utf8')))
  return suites
    .flatMap(specsIn)
    .flatMap(({ file, title, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ results }) =>
          line(file, title, results.find(({ error }) => error)?.error?.message),
        ),
    )
}

function specsIn({ specs, suites }: Suite): readonly z.infer<typeof specSchema>[] {
  return [...specs, ...suites.flatMap(specsIn)]
}

function line(file: string, title: string, failure = ''): string {
  const [first = ''] = failure.split('\n')
  return [file, title, first].filter((part) => part !== '').join(' › ')
}
