// How long random prompts of text take: each whole through the tokenizer, as before, and by pieces of the vocabulary that are
// looked at once. And how much memory they and their bodies take.
//   node bench/random-text.ts TOKENIZER [PROMPTS]    a tokenizer.json, tekken.json or *.tiktoken; 100,000 prompts
import { parseArgs } from 'node:util'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import type { Tokenizer } from '#core/workload/tokenizer.ts'
import { prepareWorkload, type Workload } from '#node/datasets/prepare-workload.ts'
import { buildLoadPlan } from '#node/experiment/build-load-plan.ts'
import { RequestBytes } from '#node/load/request-bytes.ts'
import { loadFileTokenizer } from '#node/tokenizer/file-tokenizer.ts'
import { tinyFile } from '#node/tokenizer/fixtures/tiny-tokenizer.ts'
import { timed } from './timed.ts'

const few = 1000
const { positionals } = parseArgs({ allowPositionals: true })
const [file = tinyFile, many = '100000'] = positionals
const numPrompts = Number(many)

const tokenizer = await timed('load the tokenizer', () => loadFileTokenizer(file))
const whole: Tokenizer = { ...tokenizer, wordCuts: () => null }

const workload = await timed(title(numPrompts, 'by pieces'), () => random(numPrompts, tokenizer))
const plan = await timed('their bodies, planned', () => Promise.resolve(planOf(workload)))
await timed('their bodies, written one after the other', () => writeAll(new RequestBytes(plan)))
console.log(`At most ${Math.round(process.resourceUsage().maxRSS / 1024)} MiB.`)

const pieced = await timed(title(few, 'by pieces'), () => random(few, tokenizer))
const before = await timed(title(few, 'each whole'), () => random(few, whole))
console.log(sameTexts(pieced, before) ? 'The texts are the same.' : 'THE TEXTS DIFFER.')

function title(prompts: number, how: string): string {
  return `${prompts.toLocaleString('en')} prompts of 8,192 tokens, ${how}`
}

function configOf(prompts: number) {
  return { ...defaultBenchmarkConfig, numPrompts: prompts, randomInputLen: 8192 }
}

function random(prompts: number, by: Tokenizer): Promise<Workload> {
  return prepareWorkload(configOf(prompts), { tokenizer: by, requestIdPrefix: 'b-' })
}

function sameTexts({ requests }: Workload, other: Workload): boolean {
  return requests.every(({ prompt, promptTokens }, index) => {
    const twin = other.requests[index]
    return promptTokens === twin?.promptTokens && String(prompt) === String(twin.prompt)
  })
}

function planOf(workload: Workload) {
  const parts = { runId: 'b', model: 'sim', baseUrl: 'http://127.0.0.1', apiKey: null }
  return buildLoadPlan(workload, { ...parts, config: configOf(numPrompts) })
}

/** As they would leave. */
function writeAll(requests: RequestBytes): Promise<number> {
  let bytes = 0
  for (let index = 0; index < numPrompts; index++)
    bytes += requests.of({ place: index, requestId: null }).length
  console.log(`${(bytes / 1e9).toFixed(2)} GB of requests`)
  return Promise.resolve(bytes)
}
