import { copyFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import { temporaryFile } from './fixtures/temporary-file.ts'
import { prepareWorkload } from './prepare-workload.ts'

test('recordings lie beside the dataset and are sent as they are', async () => {
  const row = JSON.stringify({ audio: 'speech.flac' })
  const datasetPath = await temporaryFile('rows.jsonl', row)
  const flac = join(import.meta.dirname, 'fixtures', 'sounds', 'stereo.flac')
  await copyFile(flac, join(dirname(datasetPath), 'speech.flac'))
  const config = {
    ...defaultBenchmarkConfig,
    numPrompts: 0,
    datasetName: 'custom_audio',
    datasetPath,
  } as const
  const { requests } = await prepareWorkload(config, { tokenizer: null, requestIdPrefix: 'c-' })
  expect(requests).toMatchObject([
    {
      prompt: '',
      expectedOutputTokens: 256,
      recording: { fileName: 'speech.flac', mediaType: 'audio/flac', durationS: 1000 / 22050 },
    },
  ])
})
