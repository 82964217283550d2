// One benchmark by our client, by vLLM's in Python, or by vLLM's in Rust: the same arguments, on the same server.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
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

const detailsSchema = z.object({ itls: z.array(z.array(figure)) })

export const comparedKeys = resultSchema.keyof().options

export type Result = z.infer<typeof resultSchema>

export type DetailedResult = Result & z.infer<typeof detailsSchema>

export type Circumstances = Readonly<{
  vllm: InstalledVllm
  folder: string
  env: Readonly<Record<string, string>>
}>

export const clientNames = ['kneepoint', 'vllm', 'vllm-rs'] as const
export type ClientName = (typeof clientNames)[number]

/** Those that are installed. */
export function installedClients({ rust }: InstalledVllm): readonly ClientName[] {
  return clientNames.filter((name) => name !== 'vllm-rs' || rust !== null)
}

export type Benchmark = Readonly<{ args: readonly string[]; baseUrl: string }>

/** Rejects where the client fails. */
export async function benchmarkBy(
  client: ClientName,
  benchmark: Benchmark,
  circumstances: Circumstances,
): Promise<Result> {
  return resultSchema.parse(await resultOf(client, benchmark, circumstances))
}

/** The same with the gaps between the token events of each request, in seconds. */
export async function detailedBenchmarkBy(
  client: ClientName,
  { args, baseUrl }: Benchmark,
  circumstances: Circumstances,
): Promise<DetailedResult> {
  const benchmark = { args: [...args, '--save-detailed'], baseUrl }
  const result = await resultOf(client, benchmark, circumstances)
  return { ...resultSchema.parse(result), ...detailsSchema.parse(result) }
}

async function resultOf(
  client: ClientName,
  { args, baseUrl }: Benchmark,
  { vllm, folder, env }: Circumstances,
): Promise<unknown> {
  const file = `${client}.json`
  const saving = ['--save-result', '--result-dir', folder, '--result-filename', file]
  await run(
    programOf(client, vllm),
    ['bench', 'serve', ...args, '--base-url', baseUrl, ...saving],
    env,
  )
  return JSON.parse(readFileSync(path.join(folder, file), 'utf8'))
}

const ourProgram = path.resolve(import.meta.dirname, '../../bin/kneepoint')

function programOf(client: ClientName, { program, rust }: InstalledVllm): string {
  if (client === 'kneepoint') return ourProgram
  return client === 'vllm' ? program : (rust ?? client)
}

async function run(
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
  if (code !== 0) throw new Error(`${program} ${args.join(' ')}\n${notes}`)
}
