// A benchmark of a pipeline of several stages: what is printed, its result file and its table agree with each other.
// @module-tag nightly
import { expect, test } from 'vitest'
import { bench, printed, simulate, sum } from '../../../../tests/command-line/built-programs.ts'

const omni = ['--omni', '--backend', 'openai-chat-omni', '--endpoint', '/v1/chat/completions']
const load = ['--random-input-len', '16', '--random-output-len', '8', '--num-prompts', '12']
const spoken = ['--extra-body', '{"modalities":["text","audio"]}']

test('--print-stage reports each stage, and nothing of stages without it', async () => {
  const server = await simulate([])
  const flags = [...omni, ...load, ...spoken, '--max-concurrency', '4']
  const staged = ['--print-stage', '--metric-percentiles', '50,99']
  const { output, result, requests } = await bench([server.baseUrl], [...flags, ...staged])
  expect(result).toMatchObject({ completed: 12, failed: 0 })
  const tookMs = requests.map((row) => Number(row['stage_0_gen_time_ms']))
  expect(tookMs.every((ms) => ms > 0)).toBe(true)
  const meanMs = sum(tookMs) / tookMs.length
  expect(printed(output, 'Mean stage_gen_time (ms)')).toBeCloseTo(meanMs, 1)
  expect(printed(output, 'Stage generated tokens')).toBe(sum(result.output_lens))
  expect(result['per_stage_metrics']).toMatchObject([
    { stage_id: 0, stage_name: 'thinker', requests: 12, total_output: 96 },
    { stage_id: 1, stage_name: 'code2wav', requests: 12, total_output: 0 },
  ])
  expect(result['request_stage_metrics']).toHaveLength(12)
  const [, stages = ''] = output.split(' Stage Benchmark Result ')
  expect(stages).toMatch(/^P50 ITL \(ms\): +[\d.]+ *$/m)

  const plain = await bench([server.baseUrl], flags)
  expect(plain.result).not.toHaveProperty('per_stage_metrics')
  expect(plain.output).not.toContain('Stage Benchmark Result')
  expect(Object.keys(plain.requests[0] ?? {})).not.toContain('stage_0_gen_time_ms')
})

test('a server that reports no stages is noted in one sentence', async () => {
  const server = await simulate()
  const speech = ['--omni', '--backend', 'openai-audio-speech', '--endpoint', '/v1/audio/speech']
  const flags = [...speech, ...load, '--max-concurrency', '4']
  const staged = await bench([server.baseUrl], [...flags, '--print-stage'])
  expect(staged.result).toMatchObject({ completed: 12, failed: 0 })
  expect(staged.notes.match(/^.*no stages.*$/gm)).toEqual([
    expect.stringContaining('The server reported no stages in its 12 responses'),
  ])
  expect(staged.output).not.toContain('Stage Benchmark Result')
  const plain = await bench([server.baseUrl], flags)
  expect(plain.notes).not.toContain('stages')
})
