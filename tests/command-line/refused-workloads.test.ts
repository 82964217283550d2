// Workloads that cannot be right, given to the built program: a sentence with the place and a remedy, and nothing is sent.
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { refusedCommands } from './refused-commands.ts'

type Refused = readonly [flags: readonly string[], says: RegExp]

const ofGateways: readonly Refused[] = [
  [['--retry-status', '429,999'], /--retry-status: 999 is no status .*; choose from .*429/],
  [
    ['--retry-status', '429,many'],
    /--retry-status takes HTTP statuses .*429,503, not "many" in "429,many"/,
  ],
  [['--cancel-after', '3 apples'], /--cancel-after: "?3 apples"? is neither a time nor .*500ms/],
]

const flags: readonly Refused[] = [
  ...(existsSync('src/features/gateways') ? ofGateways : []),
  [
    ['--telemetry-metric', 'vllm:num_requests_runing', '--save-run'],
    /has no metric .* Nearest: vllm:num_requests_running.*\n {2}Correct --telemetry-metric/,
  ],
]

test('a status, a cancellation and a metric', async () => {
  const { refused, sent } = await refusedCommands()
  for (const [args, says] of flags) await refused([...args, '--num-prompts', '2'], says)
  expect(await sent()).toEqual([])
})
