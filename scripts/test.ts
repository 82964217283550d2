// `npm test`: unit tests, then the stories in a real browser and in Electron; ends with the counts of both. Tests tagged `nightly` are
// counted as skipped, unless `--all` is given; `--nightly` runs only them. Both also test the product without features. In CI a test may be tried again, and is listed then.
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { buildIfStale } from './build-if-stale.ts'
import { strayErrors, strayText, troubledStories, troubledUnitTests } from './failed-tests.ts'
import { obtainElectronForTests } from './desktop/electron-for-tests.ts'
import { obtainBrowser } from './obtain-browser.ts'
import { inRepository } from './repository.ts'
import { readStoryCounts, readUnitCounts, sumCounts } from './test-counts.ts'
import { runTool } from './tool.ts'
import { passesWithoutSets } from './without-feature.ts'

const playwright = '@playwright/test:playwright'
const reports = inRepository('.cache', 'test-reports')
const unitReport = inRepository('.cache/test-reports/unit.json')
const storyReport = inRepository('.cache/test-reports/stories.json')

/** A title that Playwright matches begins with the name of the project. */
const nightlyStories = String.raw`@nightly|\bdesktop .*@desktop-nightly`
const everyday = { unit: ['--tags-filter', '!nightly'], stories: ['--grep-invert', nightlyStories] }
const choices: Readonly<Record<string, typeof everyday>> = {
  '--nightly': { unit: ['--tags-filter', 'nightly'], stories: ['--grep', nightlyStories] },
  '--all': { unit: [], stories: [] },
}
const [choice] = process.argv.slice(3)
const chosen = choice === undefined ? everyday : choices[choice]
if (chosen === undefined) {
  console.error(`npm test takes ${Object.keys(choices).join(' or ')}, not ${choice}.`)
  process.exit(2)
}
const { unit: unitArguments, stories: storyArguments } = chosen

rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

// Some unit tests start what is built.
const built = await buildIfStale()
const unitCode = await runUnitTests()
const codes = [built, unitCode, built || (await runStories())]
if (choice !== undefined) codes.push((await passesWithoutSets()) ? 0 : 1)
const stories = readStoryCounts(storyReport)
const troubledUnits = troubledUnitTests(unitReport)
const troubled = [troubledUnits, troubledStories(storyReport)]
const outside = { passed: 0, failed: strayCount(), skipped: 0 }
const { passed, failed, skipped } = sumCounts([readUnitCounts(unitReport), outside, stories])
tell(
  'Passed only when tried again, which is a fault of the test or a race of the product',
  troubled.flatMap(({ triedAgain }) => triedAgain),
)
tell(
  'Failed',
  troubled.flatMap(({ failed }) => failed),
)
tell('Thrown outside of any test', strayErrors().map(strayText))
console.log(
  `\nStories: ${stories.passed} passed, ${stories.failed} failed, ${stories.skipped} skipped`,
)
console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`)
process.exitCode = codes.every((code) => code === 0) ? 0 : 1

function tell(what: string, lines: readonly string[]): void {
  if (lines.length > 0) console.log(`\n${what}:\n${lines.join('\n')}`)
}

/** If Vitest failed for nothing but errors outside of any test, their files are tried again in CI, as its failed tests are. */
async function runUnitTests(): Promise<number> {
  const reporters = ['default', 'json', './scripts/stray-errors.ts']
  const report = reporters.flatMap((name) => ['--reporter', name])
  const code = await runVitest([...unitArguments, ...report, '--outputFile.json', unitReport])
  const hasFailed = troubledUnitTests(unitReport).failed.length > 0 || !existsSync(unitReport)
  if (code === 0 || hasFailed || !process.env['CI']) return code
  console.log(`\nVitest ended with code ${code}, but no test failed.`)
  const files = new Set(strayErrors().flatMap(({ file }) => file ?? []))
  return files.size === 0 ? 0 : runVitest([...unitArguments, ...files])
}

function runVitest(args: readonly string[]): Promise<number> {
  const env = built === 0 ? { KNEEPOINT_TESTED: 'built' } : {}
  return runTool('vitest', ['run', ...args], { env })
}

/** An error outside of any test counts as a failure where nothing else tells of it. */
function strayCount(): number {
  return unitCode !== 0 && troubledUnits.failed.length === 0 ? 1 : 0
}

async function runStories(): Promise<number> {
  const browser = await obtainBrowser()
  if (browser === null) return skipStories()
  const electron = await obtainElectronForTests()
  const desktop =
    'program' in electron
      ? `in ${electron.program}`
      : `nowhere: there is no Electron for tests, ${electron.missing}`
  console.log(`Stories run in ${browser}; those of the desktop ${desktop}`)
  return runTool(playwright, ['test', ...storyArguments, '--reporter', 'list,json'], {
    env: { KNEEPOINT_BROWSER: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: storyReport },
  })
}

/** Still counts them, so that the closing line shows what was not looked at. */
function skipStories(): Promise<number> {
  console.log(
    'Skipped the stories: there is no Chromium here and none could be installed. ' +
      'Install one, or name its program in KNEEPOINT_BROWSER.',
  )
  return runTool(playwright, ['test', ...storyArguments, '--list', '--reporter', 'json'], {
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: storyReport },
  })
}
