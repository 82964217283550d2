// Images and speech over the built program: what is printed and in the file follows from each response of the server.
// @module-tag nightly
import path from 'node:path'
import { expect, test } from 'vitest'
import { bench, printed, simulate, sum } from '../../../../tests/command-line/built-programs.ts'

const load = ['--omni', '--dataset-name', 'random', '--num-prompts', '6', '--request-rate', '20']

test('images of 64 × 64', async () => {
  const server = await simulate()
  const api = ['--backend', 'openai-images-omni', '--endpoint', '/v1/images/generations']
  const size = ['--extra-body', '{"size":"64x64"}']
  const { output, result, requests } = await bench([server.baseUrl], [...load, ...api, ...size])
  const log = await server.logged(6)
  expect(log.filter(({ complete, status }) => complete && status === 200)).toHaveLength(6)
  const pixels = { total_images: 6, average_pixels_per_image: 64 * 64 }
  expect(result).toMatchObject({ completed: 6, failed: 0, ...pixels })
  expect(printed(output, 'Total images generated')).toBe(6)
  const generation = requests.map((row) => Number(row['image_generation_ms']))
  expect(result['mean_image_generation_ms']).toBeCloseTo(sum(generation) / 6, 6)
  // By the clock of the server, and so within the time that passed here.
  generation.forEach((ms, index) => {
    expect(ms).toBeGreaterThan(0)
    expect(ms).toBeLessThanOrEqual(1000 * (result.latencies[index] ?? NaN))
  })
})

test('speech', async () => {
  const server = await simulate()
  const api = ['--backend', 'openai-audio-speech', '--endpoint', '/v1/audio/speech']
  const { output, result, requests } = await bench(
    [server.baseUrl],
    [...load, ...api, '--random-input-len', '8'],
  )
  await server.logged(6)
  const sound = requests.map((row) => Number(row['audio_duration_s']))
  const first = requests.map((row) => Number(row['audio_ttfp_ms']))
  expect(result).toMatchObject({ completed: 6, failed: 0 })
  expect(result['total_audio_duration_s']).toBeCloseTo(sum(sound), 6)
  expect(result['audio_throughput']).toBeCloseTo(sum(sound) / Number(result['duration']), 6)
  const factors = result.latencies.map((latencyS, index) => latencyS / (sound[index] ?? NaN))
  expect(result['mean_audio_rtf']).toBeCloseTo(sum(factors) / 6, 6)
  requests.forEach((row, index) => {
    expect(Number(row['audio_rtf'])).toBeCloseTo(factors[index] ?? NaN, 5)
    expect(Object.keys(row)).not.toContain('audio_rtf_ms')
  })
  expect(printed(output, 'Mean AUDIO_RTF')).toBeCloseTo(sum(factors) / 6, 1)
  expect(result['mean_audio_ttfp_ms']).toBeCloseTo(sum(first) / 6, 6)
  first.forEach((ms, index) => {
    expect(ms).toBeLessThanOrEqual(1000 * (result.latencies[index] ?? NaN))
  })
})

const voices = path.join(import.meta.dirname, 'fixtures/speech')

test.each([
  ['openai-audio-speech', '/v1/audio/speech', 'seed-tts'],
  ['openai-audio-speech', '/v1/audio/speech', 'ttsd'],
  ['openai-chat-omni', '/v1/chat/completions', 'seed-tts-design'],
])('%s at %s: texts of %s are spoken', async (backend, endpoint, dataset) => {
  const server = await simulate()
  const api = ['--omni', '--backend', backend, '--endpoint', endpoint, '--output-len', '8']
  const read = ['--dataset-name', dataset, '--dataset-path', path.join(voices, dataset)]
  const { result, requests } = await bench(
    [server.baseUrl],
    [...api, ...read, '--num-prompts', '5'],
  )
  expect(result).toMatchObject({ completed: 5, failed: 0 })
  expect(requests.map((row) => Number(row['audio_duration_s']) > 0)).toEqual(
    requests.map(() => true),
  )
})
