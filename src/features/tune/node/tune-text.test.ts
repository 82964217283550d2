// Tune files as text: read, planned for their server, written again.
import { expect, test } from 'vitest'
import { inEnglish } from '#core/messages/message.ts'
import { writeSweepText } from '#node/application/sweeps/sweep-text.ts'
import { tuneService } from './feature.ts'
import { readTuneText, tunedServerIn, tuneOfFile } from './tune-of-file.ts'

const written = `
name: Chat on one L4
servers: [{ simulator: l4-qwen-3b }]
benchmark: { dataset-name: random, prompt-token-ids: true, random-input-len: 256 }
objective: { cost: max-concurrency, from: 2, up-to: 64 }
limits: [p95 ttft <= 800 ms, answers >= 95 %]
seconds-per-run: 20
answers: { prompts: 24, tokens: 64 }
flags:
  max-num-seqs: [16, 64, 128]
  server.seed: [1, 2]
  enable-prefix-caching: false
  gpu-memory-utilization: { values: [0.8, 0.95], only-if: { max-num-seqs: [128, 256] } }
budget: { gpu-minutes: 90, runs: 300, wall-clock: 2 h }
price: { per-hour: 2, currency: EUR }
warm-up: 3
retries: 2
`
const places = { servers: [], hosts: [], profiles: [] }

function planned(text: string) {
  const file = readTuneText(text)
  const [server] = file.sweep.servers
  const tuned = server === undefined ? null : tunedServerIn(server, places)
  return { plan: tuneOfFile(file, tuned, null).plan, servers: file.sweep.servers }
}

test.each(['yaml', 'json'] as const)(
  'is planned as before when it was written, in %s',
  (format) => {
    const first = planned(written)
    const again = planned(writeSweepText(first, format))
    expect(again).toEqual(first)
    expect(first.plan.tune?.flags[3]?.onlyIf).toEqual({ axis: 0, settings: [0, 3] })
  },
)

test('leaves out what is usual', () => {
  const text = writeSweepText(
    planned(`
      limits: [p99 e2el <= 2 s]
      flags: { max-num-seqs: 64 }
      budget: { runs: 40 }`),
    'yaml',
  )
  expect(text).not.toMatch(/answers|retries|warm-up|price|wall-clock|gpu-minutes|only-if|servers/)
  expect(text).toContain('runs: 40')
})

test('does not compare answers where it says so', () => {
  const plain = 'limits: [p99 e2el <= 2 s]\nflags: { max-num-seqs: 64 }\nbudget: { runs: 40 }\n'
  const { plan } = planned(`${plain}answers: false`)
  expect(plan.tune?.answers).toBeNull()
  expect(writeSweepText({ plan, servers: [] }, 'yaml')).toContain('answers: false')
})

test('differs from a sweep file by its keys', () => {
  expect(tuneService.open(written, places)?.plan.tune).not.toBeNull()
  expect(tuneService.open('load: { request-rate: 1..8 x2 }', places)).toBeNull()
  expect(tuneService.open('- 1', places)).toBeNull()
})

test('says which flags of a preset do not vary, without asking a host', () => {
  const file = readTuneText(`
    servers: [{ simulator: l4-qwen-3b }]
    limits: [p99 e2el <= 2 s]
    preset: usual-suspects
    budget: { runs: 40 }`)
  const [server] = file.sweep.servers
  const tuned = server === undefined ? null : tunedServerIn(server, places)
  const { plan, leftOut } = tuneOfFile(file, tuned, null)
  expect(plan.axes.map(({ name }) => name)).toContain('max-num-seqs')
  expect(leftOut.map(inEnglish).join(' ')).toContain('--block-size does not vary.')
})
