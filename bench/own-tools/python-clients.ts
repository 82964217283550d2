// Clients in Python that measure any server with OpenAI's API: SGLang's, LMDeploy's and NVIDIA's.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { reportFigures } from './figures.ts'
import { outputOf, programOf, unset, type Tool, type Workload } from './tool.ts'

/** `python -m sglang.bench_serving`; the rest of SGLang does not have to run. */
export const sglangClient: Tool = {
  name: 'SGLang bench_serving',
  missing: () => unset('KNEEPOINT_SGLANG_PYTHON', 'KNEEPOINT_TOKENIZER'),
  async run(workload) {
    const backend = workload.api === 'chat' ? 'vllm-chat' : 'vllm'
    const args = ['-m', 'sglang.bench_serving', '--backend', backend, ...likeVllm(workload)]
    const python = process.env['KNEEPOINT_SGLANG_PYTHON'] ?? ''
    const results = ['--output-file', join(workload.folder, 'sglang.jsonl')]
    return reportFigures(await outputOf(python, [...args, ...results], workload.folder))
  },
}

/** `benchmark/profile_restful_api.py` of LMDeploy's repository; its package has no copy. It takes a rate only. */
export const lmdeployClient: Tool = {
  name: 'LMDeploy profile_restful_api',
  missing: () =>
    unset('KNEEPOINT_SGLANG_PYTHON', 'KNEEPOINT_LMDEPLOY_CLIENT', 'KNEEPOINT_TOKENIZER'),
  async run(workload) {
    const args = [
      ...[process.env['KNEEPOINT_LMDEPLOY_CLIENT'] ?? '', '--backend', 'lmdeploy'],
      ...['--model-path', workload.tokenizer, ...likeVllm(workload)],
      ...['--output-file', join(workload.folder, 'lmdeploy.csv')],
    ]
    const python = process.env['KNEEPOINT_SGLANG_PYTHON'] ?? ''
    return reportFigures(await outputOf(python, args, workload.folder))
  },
}

function likeVllm(workload: Workload): readonly string[] {
  const { baseUrl, model, tokenizer, pace, requests, outputTokens, shareGptFile, round } = workload
  return [
    ...['--base-url', baseUrl, '--model', model, '--tokenizer', tokenizer, '--disable-tqdm'],
    ...['--dataset-name', 'sharegpt', '--dataset-path', shareGptFile, '--seed', String(round)],
    ...['--sharegpt-output-len', String(outputTokens), '--num-prompts', String(requests)],
    ...('ratePerS' in pace
      ? ['--request-rate', String(pace.ratePerS)]
      : ['--max-concurrency', String(pace.concurrency)]),
  ]
}

const statistic = z.object({ avg: z.number(), p99: z.number().optional() })
const aiperfSchema = z.object({
  request_throughput: statistic,
  output_token_throughput: statistic,
  time_to_first_token: statistic.required(),
  inter_token_latency: statistic,
  request_latency: statistic.required(),
})

/** NVIDIA's client. Its "inter token latency" is the mean of each request: our TPOT. */
export const aiperf: Tool = {
  name: 'AIPerf',
  missing: () =>
    programOf('KNEEPOINT_AIPERF', 'aiperf') === null
      ? 'put aiperf on the PATH'
      : unset('KNEEPOINT_TOKENIZER'),
  async run({
    baseUrl,
    model,
    tokenizer,
    api,
    pace,
    requests,
    outputTokens,
    prompts,
    round,
    folder,
  }) {
    const input = join(folder, 'aiperf.jsonl')
    writeFileSync(input, prompts.map((prompt) => `${JSON.stringify({ text: prompt })}\n`).join(''))
    const args = [
      ...['profile', '--url', baseUrl, '--model', model, '--tokenizer', tokenizer, '--streaming'],
      ...['--endpoint-type', api, '--input-file', input, '--custom-dataset-type', 'single_turn'],
      ...['--request-count', String(requests), '--osl', String(outputTokens)],
      ...('ratePerS' in pace
        ? ['--request-rate', String(pace.ratePerS)]
        : ['--concurrency', String(pace.concurrency)]),
      '--use-server-token-count',
      ...['--warmup-request-count', '1', '--random-seed', String(round), '--ui', 'none'],
      ...['--artifact-dir', join(folder, `aiperf-${round}`)],
    ]
    await outputOf(programOf('KNEEPOINT_AIPERF', 'aiperf') ?? '', args, folder)
    const file = join(folder, `aiperf-${round}`, 'profile_export_aiperf.json')
    const result = aiperfSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
    return {
      'requests/s': result.request_throughput.avg,
      'output tokens/s': result.output_token_throughput.avg,
      'mean TTFT, ms': result.time_to_first_token.avg,
      'p99 TTFT, ms': result.time_to_first_token.p99,
      'mean TPOT, ms': result.inter_token_latency.avg,
      'mean E2EL, ms': result.request_latency.avg,
      'p99 E2EL, ms': result.request_latency.p99,
    }
  },
}
