// `npm run check`: everything that can be said about the code without a browser. CI runs the same, but leaves the unit
// tests to `npm test`, which follows: `npm run check -- --no-unit`.
import { runTool } from './tool.ts'

type Step = {
  readonly name: string
  readonly tool: string
  readonly args: readonly string[]
}

const steps: readonly Step[] = [
  { name: 'format', tool: 'prettier', args: ['--check', '--log-level', 'warn', '.'] },
  { name: 'lint', tool: 'eslint', args: ['--max-warnings', '0', '.'] },
  { name: 'types', tool: 'vue-tsc', args: ['-b'] },
  ...(process.argv.includes('--no-unit')
    ? []
    : [{ name: 'unit tests', tool: 'vitest', args: ['run', '--reporter', 'minimal'] }]),
  { name: 'dead code', tool: 'knip', args: [] },
]

async function check({ name, tool, args }: Step): Promise<boolean> {
  const startedAtMs = performance.now()
  const passed = (await runTool(tool, args)) === 0
  const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(1)
  console.log(`${passed ? '✓' : '✗'} ${name} (${seconds} s)`)
  return passed
}

const failed: string[] = []
for (const step of steps) {
  if (!(await check(step))) failed.push(step.name)
}

console.log(failed.length === 0 ? 'All checks passed.' : `Failed: ${failed.join(', ')}.`)
process.exitCode = failed.length === 0 ? 0 : 1
