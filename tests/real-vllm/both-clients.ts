// The same benchmark by our client and by the original, on one server.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { runCli } from '../../src/cli/run-cli.test-support.ts'
import type { InstalledVllm } from './find-vllm.ts'

const figure = z.number()

const resultSchema = z.object({
  completed: figure,
  total_input_tokens: figure,
  total_output_tokens: figure,
  request_throughput: figure,
  output_throughput: figure,
  mean_ttft_ms: figure,
  median_ttft_ms: figure,
  mean_tpot_ms: figure,
  median_tpot_ms: figure,
  mean_itl_ms: figure,
})

export const comparedKeys = resultSchema.keyof().options

export type Result = z.infer<typeof resultSchema>

export type Circumstances = Readonly<{
  vllm: InstalledVllm
  folder: string
  env: Readonly<Record<string, string>>
}>

export type ClientName = 'kneepoint' | 'vllm'

type Benchmark = Readonly<{ words: readonly string[]; baseUrl: string }>

/** Rejects where the client does. */
export async function benchmarkBy(
  client: ClientName,
  { words, baseUrl }: Benchmark,
  { vllm, folder, env }: Circumstances,
): Promise<Result> {
  const file = `${client}.json`
  const saving = ['--save-result', '--result-dir', folder, '--result-filename', file]
  const args = ['bench', 'serve', ...words, '--base-url', baseUrl, ...saving]
  await (client === 'vllm' ? runOriginal(vllm.program, args, env) : runOurs(args, env))
  return resultSchema.parse(JSON.parse(readFileSync(path.join(folder, file), 'utf8')))
}

async function runOurs(args: readonly string[], env: Circumstances['env']): Promise<void> {
  const { code, notes } = await runCli(args, { env })
  if (code !== 0) throw new Error(`kneepoint ${args.join(' ')}\n${notes}`)
}

async function runOriginal(
  program: string,
  args: readonly string[],
  env: Circumstances['env'],
): Promise<void> {
  const child = spawn(program, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [notes, code] = await Promise.all([
    text(child.stderr),
    new Promise((resolve) => child.on('close', resolve)),
  ])
  if (code !== 0) throw new Error(`vllm ${args.join(' ')}\n${notes}`)
}
