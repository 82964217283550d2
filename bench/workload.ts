// How long it takes to prepare a workload: counting the tokens of conversations, drawing token ids, writing
// bodies.
//   node bench/workload.ts [TOKENIZER]    a tokenizer.json or tekken.json; the small one of the tests without it
import { parseArgs } from 'node:util'
import type { LoadPlan } from '#contract/load-protocol.ts'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import type { Tokenizer } from '#core/workload/tokenizer.ts'
import { prepareWorkload, type Workload } from '#node/datasets/prepare-workload.ts'
import { buildLoadPlan } from '#node/experiment/build-load-plan.ts'
import { RequestBytes } from '#node/load/request-bytes.ts'
import { loadFileTokenizer } from '#node/tokenizer/file-tokenizer.ts'
import { tinyFile } from '#node/tokenizer/fixtures/tiny-tokenizer.ts'
import { timed } from './timed.ts'

const { positionals } = parseArgs({ allowPositionals: true })
const tokenizer = await timed('load the tokenizer', () =>
  loadFileTokenizer(positionals[0] ?? tinyFile),
)

const texts = conversations(1_000_000)
await timed('count a million tokens of conversations', () => count(tokenizer, texts))
const huge = { numPrompts: 100_000, randomInputLen: 8192, promptTokenIds: true }
const workload = await timed('100,000 lists of 8,192 random token ids', () => random(huge))
const plan = await timed('their bodies, planned', () => planOf(workload, huge))
const requests = new RequestBytes(plan)
await timed('their bodies, written one after the other', () => writeAll(requests))

async function count(tokenizer: Tokenizer, texts: readonly string[]): Promise<number> {
  const encoded = await tokenizer.encode(texts, true)
  return encoded.reduce((sum, { length }) => sum + length, 0)
}

function random(changes: Partial<BenchmarkConfig>) {
  const config = { ...defaultBenchmarkConfig, ...changes }
  const needed = config.promptTokenIds ? null : tokenizer
  return prepareWorkload(config, { tokenizer: needed, requestIdPrefix: 'b-' })
}

function planOf(workload: Workload, changes: Partial<BenchmarkConfig>): Promise<LoadPlan> {
  const config = { ...defaultBenchmarkConfig, ...changes }
  const parts = { runId: 'b', model: 'sim', baseUrl: 'http://127.0.0.1', apiKey: null }
  return Promise.resolve(buildLoadPlan(workload, { ...parts, config }))
}

/** As they would leave, and says how many bytes that were. */
function writeAll(requests: RequestBytes): Promise<number> {
  let bytes = 0
  for (let index = 0; index < huge.numPrompts; index++)
    bytes += requests.of({ place: index, requestId: null }).length
  return Promise.resolve(bytes)
}

/** Turns of 20 to 400 words, about as many tokens as asked for; other words each time, so that no cache helps. */
function conversations(tokens: number): readonly string[] {
  const parts = [
    'in',
    'ter',
    'est',
    'ing',
    'ly',
    'over',
    'the',
    'con',
    'stant',
    'pre',
    'fer',
    'ence',
    'ship',
    'able',
  ]
  const word = (at: number): string =>
    Array.from(
      { length: 1 + (at % 3) },
      (_, part) => parts[(at * 7 + part * 5) % parts.length],
    ).join('')
  const turns: string[] = []
  for (let made = 0; made < tokens;) {
    const words = 20 + ((turns.length * 31) % 380)
    const first = turns.length * 400
    turns.push(Array.from({ length: words }, (_, index) => word(first + index)).join(' '))
    made += words * 1.5
  }
  return turns
}
