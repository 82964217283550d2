// Rewrites fixtures/cached-prefix.json: KNEEPOINT_VLLM_RS=…/vllm-rs node tests/rust-client/make-cached-prefix.ts
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { cachedPrefixCases, fixtureFile, flagsOf } from './cached-prefix-cases.ts'
import { runRustClient, rustClient } from './find-rust-client.ts'
import { startRecordingServer, type AskedPrompt } from './recording-server.ts'

if (rustClient === null) throw new Error('Name the program vllm-rs in KNEEPOINT_VLLM_RS.')

const recorded: Record<string, readonly AskedPrompt[]> = {}
for (const each of cachedPrefixCases) {
  const server = await startRecordingServer()
  const args = [...flagsOf(each), '--port', String(server.port)]
  const { code, notes } = await runRustClient(rustClient, args, tmpdir())
  if (code !== 0) throw new Error(`${each.name}: ${notes.split('\n').slice(-4).join(' ')}`)
  recorded[each.name] = server.prompts()
  server.close()
}
const lines = Object.entries(recorded).map(
  ([name, prompts]) => `${JSON.stringify(name)}: ${JSON.stringify(prompts)}`,
)
writeFileSync(fixtureFile, `{\n${lines.join(',\n')}\n}\n`)
