// Our client, as a user starts it.
import { fileURLToPath } from 'node:url'
import { reportFigures } from './figures.ts'
import { outputOf, type Tool, type Workload } from './tool.ts'

const launcher = fileURLToPath(new URL('../../bin/kneepoint', import.meta.url))

export const kneepoint: Tool = {
  name: 'Kneepoint',
  missing: () => null,
  async run(workload) {
    const { baseUrl, model, pace, requests, round, folder, ourArguments } = workload
    const args = [
      ...['bench', 'serve', '--base-url', baseUrl, '--model', model, '--disable-tqdm'],
      ...['--num-prompts', String(requests), '--num-warmups', '1', '--seed', String(round)],
      ...('ratePerS' in pace
        ? ['--request-rate', String(pace.ratePerS)]
        : ['--max-concurrency', String(pace.concurrency)]),
      ...['--percentile-metrics', 'ttft,tpot,itl,e2el'],
      ...(ourArguments.includes('--dataset-name') ? [] : shareGpt(workload)),
      ...ourArguments,
    ]
    return reportFigures(await outputOf(process.execPath, [launcher, ...args], folder))
  },
}

function shareGpt({ shareGptFile, outputTokens, tokenizer }: Workload): readonly string[] {
  const lengths = outputTokens > 0 ? ['--sharegpt-output-len', String(outputTokens)] : []
  return [
    ...['--dataset-name', 'sharegpt', '--dataset-path', shareGptFile, ...lengths],
    ...(tokenizer === '' ? [] : ['--tokenizer', tokenizer]),
  ]
}
