// Speech, images and videos over the real stack: the simulator makes them, and what is measured agrees with what it made.
import { expect, test } from 'vitest'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { backendTraits } from '#core/backends/backend-traits.ts'
import { resultJson } from '#core/report/result-file/result-json.ts'
import { printedReports } from '#core/report/console/printed-reports.ts'
import { runLoad } from '#node/load/run-load.ts'
import { startTestSimulator } from '#node/simulator/simulator.test-support.ts'
import { runBenchmark } from '#node/experiment/run-benchmark.ts'
import { silentHooks } from '#node/experiment/silent-hooks.test-support.ts'
import { soundPerTokenS } from './omni-chat-shape.ts'
import { frameS, framesPerToken } from './routes.ts'

const tools = { runLoad, requestIdPrefix: 'made-' }

async function measure(changes: Partial<BenchmarkConfig>) {
  const simulator = await startTestSimulator()
  const config = {
    ...defaultBenchmarkConfig,
    ...{ model: 'sim', randomInputLen: 16, numPrompts: 6, maxConcurrency: 2 },
    ...changes,
  }
  const { baseUrl } = simulator
  const request = { runId: 'run', config, baseUrl, apiKey: null }
  try {
    const result = await runBenchmark(request, tools, silentHooks, new AbortController().signal)
    const run = { ...result, startedAtEpochMs: 0, startedAtMonotonicS: 0 }
    const file = JSON.parse(resultJson(run, { detailed: false })) as Record<string, unknown>
    return { ...result, file, printed: printedReports.vllm(run).join('\n') }
  } finally {
    await simulator.stop()
  }
}

test('speech is as long as what the server said, and its first sound came before its last', async () => {
  const { summary, records, file, printed } = await measure({
    ...{ backend: 'openai-audio-speech', endpoint: '/v1/audio/speech' },
    extraBody: { voice: 'vivian', sample_rate: 16_000 },
  })
  expect(summary).toMatchObject({ completed: 6, failed: 0, totalOutputTokens: 0 })
  for (const { made, promptTokens, sentAtUs, endedAtUs, firstTokenAtUs } of records) {
    expect(made?.kind).toBe('sound')
    expect(made?.lengthS).toBeCloseTo(promptTokens * framesPerToken * frameS, 6)
    expect(made?.firstAtUs).toBeGreaterThan(sentAtUs)
    expect(made?.firstAtUs).toBeLessThanOrEqual(endedAtUs)
    expect(firstTokenAtUs).toBeNull()
  }
  const lengthS = records.reduce((sum, { made }) => sum + (made?.lengthS ?? 0), 0)
  expect(summary.totalAudioS).toBeCloseTo(lengthS, 6)
  expect(summary.audioThroughput).toBeCloseTo(lengthS / summary.durationS, 6)
  expect(file).toMatchObject({ total_audio_duration_s: summary.totalAudioS })
  const { audio_rtf: rtf, audio_duration: length, audio_ttfp: first } = summary.metrics
  expect([rtf.count, length.count, first.count]).toEqual([6, 6, 6])
  expect(file['mean_audio_rtf']).toBeCloseTo(rtf.mean / 1000, 9)
  expect(file['mean_audio_duration_s']).toBeCloseTo(length.mean / 1000, 9)
  expect(file['mean_audio_ttfp_ms']).toBeCloseTo(first.mean, 9)
  expect(printed).toMatch(/^Mean AUDIO_RTF: +[\d.]+ *$/m)
  expect(printed).toMatch(/^P99 AUDIO_DURATION \(s\): +[\d.]+ *$/m)
})

test('images are counted with their pixels, and timed by the clock of the server too', async () => {
  const { summary, records, file } = await measure({
    ...{ backend: 'openai-images-omni', endpoint: '/v1/images/generations' },
    extraBody: { n: 2, width: 64, height: 48, num_inference_steps: 4 },
  })
  expect(summary).toMatchObject({ completed: 6, totalImages: 12, averagePixels: 64 * 48 })
  for (const { made, sentAtUs, endedAtUs } of records) {
    expect(made).toMatchObject({ kind: 'images', count: 2, pixels: 2 * 64 * 48 })
    expect(made?.generationUs).toBeGreaterThan(0)
    expect(made?.generationUs).toBeLessThanOrEqual(endedAtUs - sentAtUs + 1000)
  }
  expect(file).toMatchObject({ total_images: 12, average_pixels_per_image: 64 * 48 })
  expect(summary.metrics.image_generation.count).toBe(6)
})

test.each(['native', 'undici'] as const)(
  'a video is asked for until it is ready, over %s',
  async (transport) => {
    const { summary, records, file, printed } = await measure({
      ...{ backend: 'openai-videos-omni', endpoint: '/v1/videos', transport, numPrompts: 3 },
      extraBody: { num_frames: 32, fps: 16, num_inference_steps: 4, poll_interval_s: 0.05 },
    })
    expect(summary).toMatchObject({ completed: 3, failed: 0, totalVideoS: 6, totalVideoFrames: 96 })
    for (const { made, sentAtUs, endedAtUs } of records) {
      expect(made).toMatchObject({ kind: 'video', lengthS: 2, count: 32, peakMemoryMb: 1024 })
      expect(endedAtUs - sentAtUs).toBeGreaterThanOrEqual(50_000)
      expect(made?.stages).toHaveProperty(['SimPipeline.diffuse'])
    }
    expect(file).toMatchObject({ total_video_duration_s: 6, total_video_frames: 96 })
    const parts = summary.stageDurations?.map(({ name, count }) => [name, count])
    expect(parts).toEqual([
      ['SimPipeline.diffuse', 3],
      ['SimPipeline.vae.decode', 3],
    ])
    expect(printed).toMatch(/^Mean Vae Decode \(s\): +[\d.]+ *$/m)
    expect(Object.keys(file['stage_durations_p99'] as object)).toHaveLength(2)
    expect(summary.metrics.video_rtf.count).toBe(3)
  },
)

test('sound comes beside text: each has its own first moment and end', async () => {
  const { summary, records, file, printed } = await measure({
    ...{ backend: 'openai-chat-omni', endpoint: '/v1/chat/completions', randomOutputLen: 8 },
    extraBody: { modalities: ['text', 'audio'] },
  })
  expect(summary).toMatchObject({ completed: 6, failed: 0, totalOutputTokens: 48 })
  for (const record of records) {
    const { made, firstTokenAtUs, endedAtUs, interTokenLatenciesUs } = record
    expect(made).toMatchObject({ kind: 'sound', pixels: null })
    expect(made?.lengthS).toBeCloseTo(8 * soundPerTokenS, 6)
    expect(interTokenLatenciesUs).toHaveLength(7)
    const textUs = interTokenLatenciesUs.reduce((sum, gapUs) => sum + gapUs, 0)
    expect(made?.textEndedAtUs).toBe((firstTokenAtUs ?? 0) + textUs)
    expect(made?.textEndedAtUs).toBeLessThanOrEqual(endedAtUs)
  }
  const { ttft, audio_ttfp: sound, tpot, audio_rtf: rtf } = summary.metrics
  expect([ttft.count, tpot.count, sound.count, rtf.count]).toEqual([6, 6, 6, 6])
  expect(file).toMatchObject({
    total_audio_duration_s: summary.totalAudioS,
    total_output_tokens: 48,
  })
  expect(printed).toMatch(/^Mean AUDIO_TTFP \(ms\): +[\d.]+ *$/m)
})

test('each stage of the pipeline is reported as the server measured it', async () => {
  const { summary, records, file, printed } = await measure({
    ...{ backend: 'openai-chat-omni', endpoint: '/v1/chat/completions', randomOutputLen: 8 },
    ...{ extraBody: { modalities: ['text', 'audio'] }, printStage: true },
  })
  const [thinker, code2wav] = summary.stages ?? []
  expect(thinker).toMatchObject({ id: 0, name: 'thinker', kind: 'text', requests: 6 })
  expect(thinker).toMatchObject({ outputTokens: summary.totalOutputTokens, outputUnits: 48 })
  expect(code2wav).toMatchObject({ id: 1, name: 'code2wav', kind: 'audio', requests: 6 })
  expect(code2wav?.audioS).toBeCloseTo(summary.totalAudioS ?? NaN, 6)
  // By the clock of the server: no longer than what the client saw.
  for (const { stageMetrics, sentAtUs, endedAtUs } of records) {
    const { stage_gen_time_ms: tookMs } = stageMetrics?.[0] ?? {}
    expect(tookMs).toBeGreaterThan(0)
    expect(tookMs).toBeLessThanOrEqual((endedAtUs - sentAtUs) / 1000 + 1)
  }
  const tookMs = records.map(({ stageMetrics }) => stageMetrics?.[0]?.stage_gen_time_ms ?? NaN)
  const meanMs = tookMs.reduce((sum, ms) => sum + ms, 0) / tookMs.length
  expect(thinker?.figures.stage_gen_time?.mean).toBeCloseTo(meanMs, 6)
  expect(thinker?.figures.itl?.count).toBe(6 * 7)
  expect(file['request_stage_metrics']).toEqual(
    records.map(() => ({
      0: { num_tokens_out: 8, finish_reason: 'length' },
      1: { audio_frames: 8 * 5760, audio_duration_s: 8 * soundPerTokenS },
    })),
  )
  const [first] = file['per_stage_metrics'] as Record<string, unknown>[]
  expect(first).toMatchObject({ stage_name: 'thinker', total_output: 48 })
  expect(first?.['mean_stage_gen_time_ms']).toBeCloseTo(meanMs, 6)
  expect(printed).toContain('=============== Stage 0 (thinker) ================')
  expect(printed).toMatch(/^Mean stage_gen_time \(ms\): +[\d.]+ *$/m)
  expect(printed).toMatch(/^Mean Serving AUDIO_TTFP \(ms\): +[\d.]+ *$/m)
})

test('stages are not kept without --print-stage', async () => {
  const { summary, records, file } = await measure({
    ...{ backend: 'openai-chat-omni', endpoint: '/v1/chat/completions', randomOutputLen: 4 },
    extraBody: { modalities: ['text'] },
  })
  expect(summary.stages).toBeUndefined()
  expect(records.every(({ stageMetrics }) => stageMetrics === undefined)).toBe(true)
  expect(file).not.toHaveProperty('per_stage_metrics')
})

test('images come beside text, or alone', async () => {
  const { summary, records } = await measure({
    ...{ backend: 'openai-chat-omni', endpoint: '/v1/chat/completions', randomOutputLen: 8 },
    extraBody: { modalities: ['image'] },
  })
  expect(summary).toMatchObject({ completed: 6, failed: 0, totalOutputTokens: 0, totalImages: 6 })
  for (const { made } of records) {
    expect(made).toMatchObject({ kind: 'images', count: 1, pixels: 64 * 64 })
    expect(made?.generationUs).toBeGreaterThan(0)
  }
})

test.each([
  [{ backend: 'openai-chat-omni', extraBody: { response_format: 'pcm' } }, 'stream no pcm'],
  [{ backend: 'openai-image-edits-omni' }, 'the dataset has none'],
] as const)('%j is refused before anything is sent', async (changes, words) => {
  const { usualEndpoint: endpoint } = backendTraits[changes.backend]
  await expect(measure({ ...changes, endpoint })).rejects.toThrow(words)
})

test('a size that no server makes is a failure with its words', async () => {
  const { records } = await measure({
    ...{ backend: 'openai-images-omni', endpoint: '/v1/images/generations', numPrompts: 1 },
    ...{ extraBody: { size: '9x' }, readyCheckTimeoutSec: 0 },
  })
  expect(records[0]?.error).toMatchObject({ code: 'http-status', status: 400 })
  expect(records[0]?.error?.body).toContain('WIDTHxHEIGHT')
})
