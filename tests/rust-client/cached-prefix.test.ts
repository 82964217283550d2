// Prompts with a cached prefix are those of vLLM's Rust client, id for id: as it was recorded, and as it is where installed.
import { tmpdir } from 'node:os'
import { afterEach, describe, expect, test } from 'vitest'
import { prepareWorkload } from '#node/datasets/prepare-workload.ts'
import { loadFileTokenizer } from '#node/tokenizer/file-tokenizer.ts'
import { findTokenizerFile } from '#node/tokenizer/find-tokenizer-file.ts'
import { parseBenchServe } from '../../src/cli/arguments/parse-bench-serve.ts'
import { cachedPrefixCases, flagsOf, recordedPrompts } from './cached-prefix-cases.ts'
import { runRustClient, rustClient } from './find-rust-client.ts'
import { startRecordingServer, type AskedPrompt, type RecordingServer } from './recording-server.ts'

const servers: RecordingServer[] = []
afterEach(() => servers.splice(0).forEach((server) => server.close()))

test.each(cachedPrefixCases)('$name', async (each) => {
  const recorded = recordedPrompts(each.name)
  expect(recorded).toHaveLength(12)
  expect(await ourPrompts(flagsOf(each))).toEqual(recorded)
})

describe.skipIf(rustClient === null)('the Rust client of this machine', () => {
  test.each([1, 2, 12345])('sends the same at seed %i', async (seed) => {
    const [first] = cachedPrefixCases
    if (first === undefined) throw new Error('there is no case')
    const args = [...flagsOf(first), '--seed', String(seed)]
    const server = await startRecordingServer()
    servers.push(server)
    const run = await runRustClient(
      rustClient ?? '',
      [...args, '--port', `${server.port}`],
      tmpdir(),
    )
    expect(run.code, run.notes).toBe(0)
    expect(await ourPrompts(args)).toEqual(server.prompts())
  })
})

async function ourPrompts(args: readonly string[]): Promise<readonly AskedPrompt[]> {
  const { config } = parseBenchServe(args)
  const file = await findTokenizerFile(config.tokenizer ?? '', { mode: config.tokenizerMode })
  const tokenizer = await loadFileTokenizer(file ?? '')
  const { requests } = await prepareWorkload(config, { tokenizer, requestIdPrefix: 'r-' })
  return requests.map(({ prompt, expectedOutputTokens: tokens }) => ({
    prompt: [...prompt].map(Number),
    tokens,
  }))
}
