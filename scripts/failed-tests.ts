// The tests that failed, those that passed only when tried again, and errors outside of any test, from the reports of both
// test runners.
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

export const strayReport = inRepository('.cache/test-reports/unit-strays.json')

/** Thrown while the tests of `file` ran; null where Vitest does not say. */
const strayErrorsSchema = z.array(z.object({ file: z.string().nullable(), stack: z.string() }))

export type StrayErrors = z.infer<typeof strayErrorsSchema>

export function strayErrors(): StrayErrors {
  if (!existsSync(strayReport)) return []
  return strayErrorsSchema.parse(JSON.parse(readFileSync(strayReport, 'utf8')))
}

export function strayText({ file, stack }: StrayErrors[number]): string {
  const [first, ...frames] = stack.split('\n')
  return [line(file === null ? '' : fileOf(file), '', first), ...frames.slice(0, 6)].join('\n')
}

/** A line each: the file, the title and the first line of the failure. */
export type TroubledTests = Readonly<{ failed: readonly string[]; triedAgain: readonly string[] }>

export function troubledUnitTests(report: string): TroubledTests {
  if (!existsSync(report)) return none
  const { testResults } = unitReportSchema.parse(JSON.parse(readFileSync(report, 'utf8')))
  const linesOf = (wanted: string): readonly string[] =>
    testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status, failureMessages }) => status === wanted && failureMessages?.length)
        .map((test) => line(fileOf(name), test.fullName, test.failureMessages?.[0])),
    )
  // A file that cannot be loaded has no test to blame.
  const unloaded = testResults
    .filter(({ status, assertionResults }) => {
      return status === 'failed' && assertionResults.every((test) => test.status !== 'failed')
    })
    .map(({ name, message }) => line(fileOf(name), '', message))
  return { failed: [...unloaded, ...linesOf('failed')], triedAgain: linesOf('passed') }
}

export function troubledStories(report: string): TroubledTests {
  if (!existsSync(report)) return none
  const { suites } = storyReportSchema.parse(JSON.parse(readFileSync(report, 'utf8')))
  const specs = suites.flatMap(specsIn)
  const linesOf = (wanted: string): readonly string[] =>
    specs.flatMap(({ file, title, tests }) =>
      tests
        .filter(({ status }) => status === wanted)
        .map(({ results }) =>
          line(file, title, results.find(({ error }) => error)?.error?.message),
        ),
    )
  return { failed: linesOf('unexpected'), triedAgain: linesOf('flaky') }
}

const none: TroubledTests = { failed: [], triedAgain: [] }

function fileOf(name: string): string {
  return relative(inRepository(), name)
}

function specsIn({ specs, suites }: Suite): readonly z.infer<typeof specSchema>[] {
  return [...specs, ...suites.flatMap(specsIn)]
}

function line(file: string, title: string, failure = ''): string {
  const [first = ''] = failure.split('\n')
  return [file, title, first].filter((part) => part !== '').join(' › ')
}
