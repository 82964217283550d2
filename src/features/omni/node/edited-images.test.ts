import { expect, test } from 'vitest'
import { datasetTraits } from '#core/traits/dataset-traits.ts'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import { runBenchmark } from '#node/experiment/run-benchmark.ts'
import { silentHooks } from '#node/experiment/silent-hooks.test-support.ts'
import { runLoad } from '#node/load/run-load.ts'
import { startTestSimulator } from '#node/simulator/simulator.test-support.ts'

/** Images come from another feature. */
const images: object = { datasetName: 'random-mm', randomMmBucketConfig: { '(64, 64, 1)': 1 } }
const hasImages = 'random-mm' in datasetTraits

test.runIf(hasImages)('images are edited', async () => {
  const simulator = await startTestSimulator()
  const config = {
    ...defaultBenchmarkConfig,
    ...{ model: 'sim', randomInputLen: 16, numPrompts: 3, maxConcurrency: 2 },
    ...({ backend: 'openai-image-edits-omni', endpoint: '/v1/images/edits' } as const),
    ...images,
    extraBody: { size: '48x32', num_inference_steps: 4 },
  }
  try {
    const { summary } = await runBenchmark(
      { runId: 'run', config, baseUrl: simulator.baseUrl, apiKey: null },
      { runLoad, requestIdPrefix: 'edited-' },
      silentHooks,
      new AbortController().signal,
    )
    expect(summary).toMatchObject({ completed: 3, failed: 0 })
    expect(summary).toMatchObject({ totalImages: 3, averagePixels: 48 * 32 })
    expect(summary.metrics.image_generation.count).toBe(3)
  } finally {
    await simulator.stop()
  }
})
