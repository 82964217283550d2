// `npm run check`: everything that can be said about the code without a browser. CI runs the same, but leaves the unit
// tests to `npm test`, which follows: `npm run check -- --no-unit`.
import { beyondBudget } from './budget.ts'
import { lintSteps } from './lint-steps.ts'
import { sourceFigures } from './source-figures.ts'
import { runTool } from './tool.ts'
import { featureOfDay, typesPassWithout } from './without-feature.ts'

type Step = {
  readonly name: string
  readonly tool: string
  readonly args: readonly string[]
}

/** Beside the types without a feature. */
const readingSteps: readonly Step[] = [
  ...lintSteps,
  { name: 'format', tool: 'prettier', args: ['--check', '--log-level', 'warn', '.'] },
  { name: 'dead code', tool: 'knip', args: ['--config', 'scripts/lint/knip.json'] },
]

/** First, because what they find unchanged is not checked again without a feature. */
const types: Step = { name: 'types', tool: 'vue-tsc', args: ['-b'] }

/** Alone, because they measure time. */
const unitTests: Step = {
  name: 'unit tests',
  tool: 'vitest',
  args: ['run', '--tags-filter', '!nightly', '--reporter', 'minimal'],
}

const failed: string[] = []
checkBudget()
await check(types)
await Promise.all([checkWithoutFeature(), checkEach(readingSteps)])
if (!process.argv.includes('--no-unit')) await check(unitTests)

console.log(failed.length === 0 ? 'All checks passed.' : `Failed: ${failed.join(', ')}.`)
process.exitCode = failed.length === 0 ? 0 : 1

function checkBudget(): void {
  const beyond = beyondBudget(sourceFigures())
  console.log([beyond.length === 0 ? '✓ budget' : '✗ budget', ...beyond].join('\n'))
  if (beyond.length > 0) failed.push('budget')
}

/** A feature can be deleted: a different one each day, and sets of them at night (scripts/test.ts). */
async function checkWithoutFeature(): Promise<void> {
  const feature = featureOfDay(Date.now())
  if (feature === undefined || (await typesPassWithout(feature))) return
  failed.push(`types without ${feature}`)
}

async function checkEach(steps: readonly Step[]): Promise<void> {
  for (const step of steps) await check(step)
}

async function check({ name, tool, args }: Step): Promise<void> {
  const startedAtMs = performance.now()
  const passed = (await runTool(tool, args)) === 0
  const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(1)
  console.log(`${passed ? '✓' : '✗'} ${name} (${seconds} s)`)
  if (!passed) failed.push(name)
}
