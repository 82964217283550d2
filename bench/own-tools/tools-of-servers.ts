// The load tools of the servers' own projects that measure their server only: llama.cpp's, Ollama's, Infinity's, LiteLLM's.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { matchedFigures, meanOf } from './figures.ts'
import { outputOf, programOf, unset, type Tool } from './tool.ts'

/** `scripts/server-bench.py` of llama.cpp. It draws prompts of token ids from 100 to 10,000 itself. */
export const llamaServerBench: Tool = {
  name: 'llama.cpp server-bench.py',
  missing: () => unset('KNEEPOINT_LLAMA_SERVER_BENCH', 'KNEEPOINT_SGLANG_PYTHON'),
  async run({ baseUrl, requests, outputTokens, pace, round, folder }) {
    const args = [
      ...[process.env['KNEEPOINT_LLAMA_SERVER_BENCH'] ?? '', '--path_server', baseUrl],
      ...['--prompt_source', 'rng-64-64', '--n_prompts', String(requests)],
      ...['--n_predict', String(outputTokens), '--n_predict_min', String(outputTokens)],
      ...['--seed_offset', String(round)],
    ]
    const parallel = 'concurrency' in pace ? pace.concurrency : 1
    const variables = { LLAMA_ARG_N_PARALLEL: String(parallel), MPLBACKEND: 'agg' }
    const python = process.env['KNEEPOINT_SGLANG_PYTHON'] ?? ''
    return matchedFigures(await outputOf(python, args, folder, variables), {
      'requests/s': /^Request throughput: +(\S+)/m,
      'output tokens/s': /^Average total generation speed: +(\S+)/m,
      'mean TTFT, ms': /^Average prompt latency: +(\S+)/m,
    })
  },
}

/** `cmd/bench` of Ollama: one request after the other, through Ollama's own API. */
export const ollamaBench: Tool = {
  name: 'Ollama cmd/bench',
  missing: () => unset('KNEEPOINT_OLLAMA_BENCH'),
  async run({ baseUrl, model, requests, outputTokens, prompts, folder }) {
    const args = [
      ...['-model', model, '-epochs', String(requests), '-max-tokens', String(outputTokens)],
      // It puts the same numbers before the prompt itself.
      ...['-p', prompts[0]?.replace('[0] ', '') ?? '', '-warmup', '1', '-format', 'csv'],
    ]
    const program = process.env['KNEEPOINT_OLLAMA_BENCH'] ?? ''
    const output = await outputOf(program, args, folder, { OLLAMA_HOST: baseUrl })
    const msOf = (step: string) =>
      meanOf(
        [...output.matchAll(new RegExp(`^[^,]+,${step},\\d+,([\\d.]+),`, 'gm'))].map(
          ([, ns]) => Number(ns) / 1e6,
        ),
      )
    return {
      'mean TTFT, ms': msOf('ttft'),
      'mean TPOT, ms': msOf('generate'),
      'mean E2EL, ms': msOf('total'),
    }
  },
}

/** `make benchmark_embed` of Infinity: ApacheBench, which sends one body again and again. */
export const apacheBench: Tool = {
  name: 'ab',
  missing: () => (programOf('KNEEPOINT_AB', 'ab') === null ? 'put ab on the PATH' : null),
  async run({ baseUrl, model, requests, pace, prompts, folder }) {
    const body = join(folder, 'embed.json')
    writeFileSync(body, JSON.stringify({ model, input: prompts[0] }))
    const concurrency = 'concurrency' in pace ? pace.concurrency : 1
    const args = [
      ...['-n', String(requests), '-c', String(concurrency), '-l', '-s', '480'],
      ...['-T', 'application/json', '-p', body, `${baseUrl}/embeddings`],
    ]
    const output = await outputOf(programOf('KNEEPOINT_AB', 'ab') ?? '', args, folder)
    if (/^Non-2xx responses/m.test(output)) throw new Error('Infinity rejected requests of ab.')
    return matchedFigures(output, {
      'requests/s': /^Requests per second: +(\S+)/m,
      'mean E2EL, ms': /^Time per request: +(\S+) \[ms\] \(mean\)$/m,
      'p99 E2EL, ms': /^ +99% +(\S+)/m,
    })
  },
}

/** `tests/load_tests/locustfile.py` of LiteLLM: users who wait 10 to 20 ms between requests without a stream. */
export const litellmLocust: Tool = {
  name: 'LiteLLM locustfile.py',
  missing: () =>
    programOf('KNEEPOINT_LOCUST', 'locust') === null
      ? 'put locust on the PATH'
      : unset('KNEEPOINT_LITELLM_LOCUSTFILE'),
  async run({ baseUrl, pace, round, folder }) {
    const users = String('concurrency' in pace ? pace.concurrency : 1)
    const prefix = `locust-${round}`
    const args = [
      ...['-f', process.env['KNEEPOINT_LITELLM_LOCUSTFILE'] ?? '', '--headless'],
      ...['-u', users, '-r', users, '--run-time', '10s', '--host', baseUrl],
      ...['--csv', prefix, '--only-summary'],
    ]
    await outputOf(programOf('KNEEPOINT_LOCUST', 'locust') ?? '', args, folder)
    const [head = '', ...rows] = readFileSync(join(folder, `${prefix}_stats.csv`), 'utf8').split(
      '\n',
    )
    const all = rows.find((row) => row.includes('Aggregated'))?.split(',') ?? []
    const figure = (column: string) => Number(all[head.split(',').indexOf(column)])
    return {
      'requests/s': figure('Requests/s'),
      'mean E2EL, ms': figure('Average Response Time'),
      'p99 E2EL, ms': figure('99%'),
    }
  },
}
