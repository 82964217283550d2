// Reporter of Vitest: writes the errors thrown outside of any test. Vitest fails for them, and no other report has them.
import { writeFileSync } from 'node:fs'
import type { Reporter } from 'vitest/node'
import { strayReport, type StrayErrors } from './failed-tests.ts'

export default class StrayErrorsReporter implements Reporter {
  onTestRunEnd(...[, errors]: Parameters<NonNullable<Reporter['onTestRunEnd']>>): void {
    const strays: StrayErrors = errors.map(({ VITEST_TEST_PATH: file, message, stack = '' }) => ({
      file: typeof file === 'string' ? file : null,
      stack: stack.includes(message) ? stack : `${message}\n${stack}`,
    }))
    writeFileSync(strayReport, JSON.stringify(strays))
  }
}
