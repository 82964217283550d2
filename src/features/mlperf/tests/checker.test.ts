// A rehearsal of a sweep against the simulator, judged by the referee's own checker from PyPI.
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { runCli } from '#cli/run-cli.test-support.ts'
import { keptFolder } from '../../../../tests/command-line/built-programs.ts'

/** docs/mlperf.md explains each: a rehearsal cannot pass them. */
const expectedErrors = [
  'accuracy-coverage',
  'accuracy-present',
  'model-name-valid',
  'seed-set-membership',
  'system-description-valid',
  'target-cohort',
]
/** Shortened points. */
const expectedWarnings = ['point-duration', 'steady-state-basis']

const reportSchema = z.object({
  results: z.array(z.object({ rule: z.string(), severity: z.string(), message: z.string() })),
})

const folder = keptFolder()
const options = { cwd: folder, env: { KNEEPOINT_DATA: path.join(folder, 'data') } }

async function done(...args: string[]): Promise<string> {
  const { code, output, notes } = await runCli(args, options)
  expect(code, notes).toBe(0)
  return output
}

/** Path of a Python with the checker, or why there is none. */
function installChecker(): Readonly<{ python: string } | { lacks: string }> {
  const environment = path.join(folder, 'checker')
  const python = path.join(environment, 'bin', 'python')
  const made = spawnSync('python3', ['-m', 'venv', environment], { encoding: 'utf8' })
  if (made.status !== 0) return { lacks: `no Python environment: ${made.stderr}` }
  const install = ['-m', 'pip', 'install', '--quiet', 'endpoints-submission-cli==1.5.3.0']
  const { status, stderr } = spawnSync(python, install, { encoding: 'utf8', timeout: 120_000 })
  return status === 0 ? { python } : { lacks: `PyPI is not reachable: ${stderr.trim()}` }
}

test(
  'the checker accepts the layout and every figure, and rejects what only a submission has',
  { timeout: 600_000, tags: 'nightly' },
  async ({ skip }) => {
    const checker = installChecker()
    if ('lacks' in checker) return skip(checker.lacks)
    const benchmark = {
      ...{ 'dataset-name': 'random', 'prompt-token-ids': true, 'num-prompts': 10 },
      ...{ 'random-input-len': 32, 'random-output-len': 8 },
    }
    const servers = [{ simulator: 'quick', 'start-up': 0 }]
    const sweep = { name: 'curve', servers, benchmark, load: { 'request-rate': 1 } }
    writeFileSync(path.join(folder, 'sweep.json'), JSON.stringify(sweep))
    const short = ['--max-concurrency', '64', '--minutes-per-point', '0.03']
    await done('mlperf', 'plan', 'sweep.json', ...short)
    await done('bench', 'sweep', 'mlperf.yaml')
    const printed = await done('report', '--last', '--format', 'mlperf', '--output', 'out')
    expect(printed).toContain('A rehearsal, not a submission')
    const [root = ''] = globSync('out/*', { cwd: folder })
    const program = 'from submission_checker.cli import main; main()'
    const check = ['-c', program, 'check', root, '--strict', '--output', 'report.json']
    const { status } = spawnSync(checker.python, check, { cwd: folder, encoding: 'utf8' })
    expect(status).toBe(1)
    const written: unknown = JSON.parse(readFileSync(path.join(folder, 'report.json'), 'utf8'))
    const { results } = reportSchema.parse(written)
    const rulesOf = (severity: string) => [
      ...new Set(results.filter((each) => each.severity === severity).map(({ rule }) => rule)),
    ]
    expect(rulesOf('error').toSorted(), JSON.stringify(results)).toEqual(expectedErrors)
    expect(expectedWarnings).toEqual(expect.arrayContaining(rulesOf('warning')))
    const [summary = ''] = globSync('out/**/r64/result_summary.json', { cwd: folder })
    await done('import', summary)
  },
)
