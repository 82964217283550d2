// Starts that fail behind harmless warnings, and logs of servers that run: causes are named, warnings are not.
import { describe, expect, test } from 'vitest'
import { inEnglish } from '#core/messages/message.ts'
import { failedStarts } from './failed-starts.test-support.ts'
import { engine, harmless, server, unsigned, worker } from './log-forms.test-support.ts'
import { findFailure } from './find-failure.ts'

describe('the cause of a failed start, behind harmless warnings', () => {
  test.each(
    failedStarts.map(([id, log, code], at) => [id, log.at(-1) ?? '', { log, code, at }] as const),
  )('%s: %s', (id, _, { log, code = 1, at }) => {
    for (const shift of [0, at % 5]) {
      expect(findFailure([...harmless(shift), ...log], code)?.id).toBe(id)
    }
  })

  test.each([
    [
      'of Docker',
      (line: string) =>
        JSON.stringify({ log: `${line}\n`, stream: 'stderr', time: '2026-01-01T00:00:00Z' }),
    ],
    ['of Kubernetes', (line: string) => `2026-01-01T00:00:00.000000000Z stderr F ${line}`],
    ['of Compose', (line: string) => `vllm-1  | ${line}`],
    ['of journald', (line: string) => `Aug 17 18:42:18 gpu-03 vllm[8052]: ${line}`],
    ['of srun', (line: string) => `0: ${line}`],
    ['with colours', (line: string) => `\u001b[1;36m${line}\u001b[0m`],
  ])('in the log %s', (_, written) => {
    const log = [...harmless(2), ...worker('ValueError: No available memory for the cache blocks.')]
    expect(findFailure(log.map(written), 1)?.id).toBe('no-kv-cache')
  })

  test('a log that was cut at its start still has its exception', () => {
    const log = unsigned('torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.')
    expect(
      findFailure(['v/lib/python3.12/site-packages/x.py", line 1, in f', ...log.slice(3)])?.id,
    ).toBe('gpu-out-of-memory')
  })
})

test.each([
  [
    engine('ZeroDivisionError: integer division or modulo by zero'),
    'ZeroDivisionError: integer division or modulo by zero',
  ],
  [
    server(
      'pydantic_core._pydantic_core.ValidationError: 1 validation error for EngineArgs\n  Value error, Seven is no number of streams. [type=value_error]',
    ),
    'Seven is no number of streams',
  ],
])('an exception that nothing explains is the sentence itself', (log, title) => {
  const failure = findFailure([...harmless(1), ...log], 1)
  expect([failure?.id, inEnglish(failure?.title ?? '')]).toEqual(['unexplained', title])
})
