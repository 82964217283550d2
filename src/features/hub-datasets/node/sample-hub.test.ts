import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { startHub } from '#node/http/fixtures/hub-server.ts'
import { loadFileTokenizer } from '#node/tokenizer/file-tokenizer.ts'
import { tinyFile } from '#node/tokenizer/fixtures/tiny-tokenizer.ts'
import { temporaryFile } from '#node/datasets/fixtures/temporary-file.ts'
import { prepareWorkload } from '#node/datasets/prepare-workload.ts'

const tokenizer = await loadFileTokenizer(tinyFile)
const inside = join(import.meta.dirname, '../../../../tests/vllm/fixtures/inputs/hub/inside')
const inOrder = { hfSplit: 'train', disableShuffle: true }
const sounds = join(import.meta.dirname, '../../../node/datasets/fixtures/sounds')

async function sample(changes: Partial<BenchmarkConfig>) {
  const config = {
    ...defaultBenchmarkConfig,
    datasetName: 'hf' as const,
    numPrompts: 2,
    ...changes,
  }
  return (await prepareWorkload(config, { tokenizer, requestIdPrefix: 'h-' })).requests
}

function lines(rows: readonly unknown[]): string {
  return rows.map((row) => JSON.stringify(row)).join('\n')
}

async function folderWith(files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  const folder = dirname(await temporaryFile('marker', ''))
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  return folder
}

test('a dataset is read from the hub by its id', async () => {
  const files = { 'train.jsonl': lines([{ turns: ['first'] }, { turns: ['second'] }]) }
  const commit = 'e'.repeat(40)
  const hub = await startHub([
    { repo: 'datasets/philschmid/mt-bench', revision: 'v1', commit, files },
  ])
  vi.stubEnv('HF_ENDPOINT', hub.endpoint)
  vi.stubEnv('HF_HOME', dirname(await temporaryFile('marker', '')))
  const options = { disableShuffle: true, skipChatTemplate: true }
  const requests = await sample({ datasetPath: 'philschmid/mt-bench@v1', ...options })
  expect(requests.map(({ prompt }) => prompt)).toEqual(['first', 'second'])
  vi.unstubAllEnvs()
})

describe('what is shown', () => {
  test('goes out as it is when the rows hold it', async () => {
    const [request] = await sample({ datasetPath: inside, hfName: 'Lin-Chen/MMStar', ...inOrder })
    const png = Buffer.from('\x89PNG\r\n\x1a\n\0', 'latin1').toString('base64')
    const url = `data:image/png;base64,${png}`
    expect(request?.media).toEqual([{ type: 'image_url', image_url: { url } }])
  })

  test('is named where the rows only name it', async () => {
    const row = { question: 'a?', image: { bytes: null, path: 'x' } }
    const datasetPath = await folderWith({ 'train.jsonl': lines([row]) })
    const [request] = await sample({ datasetPath, hfName: 'Lin-Chen/MMStar', ...inOrder })
    expect(request?.media).toEqual([{ type: 'image_url', image_url: { url: 'file://x' } }])
  })

  test('is a film of the copy, or of the hub', async () => {
    const url = 'https://huggingface.co/datasets/yale-nlp/MMVU/resolve/main/videos/1.mp4'
    const row = { question: 'what?', choices: { A: 'x', B: null }, video: url }
    const datasetPath = await folderWith({ 'validation.jsonl': lines([row]) })
    const [request] = await sample({ datasetPath, hfName: 'yale-nlp/MMVU', backend: 'openai-chat' })
    expect(request).toMatchObject({
      prompt: 'what? A.x B.None',
      media: [{ type: 'video_url', video_url: { url: `file://${datasetPath}/videos/1.mp4` } }],
    })
  })
})

describe('speech', () => {
  const rows = ['pcm16.wav', 'stereo.flac', 'mpeg2.mp3'].map((name) => ({
    audio: join(sounds, name),
  }))

  test('is sent as recordings of the lengths asked for', async () => {
    const datasetPath = await folderWith({ 'train.jsonl': lines(rows) })
    const requests = await sample({
      datasetPath,
      hfName: 'openslr/librispeech_asr',
      asrMinAudioLenSec: 0.03,
      asrMaxAudioLenSec: 0.1,
      disableShuffle: true,
      tokenizer: 'openai/whisper',
    })
    expect(requests).toMatchObject([
      {
        requestId: 'h-0',
        prompt: '<|startoftranscript|><|en|><|transcribe|><|notimestamps|>',
        expectedOutputTokens: 1024,
        recording: { fileName: 'stereo.flac' },
      },
      { requestId: 'h-1', recording: { fileName: 'stereo.flac' } },
    ])
  })

  test('may lie inside the rows', async () => {
    const [request] = await sample({
      datasetPath: inside,
      hfName: 'facebook/voxpopuli',
      ...inOrder,
    })
    expect(request?.recording).toMatchObject({ mediaType: 'audio/wav', durationS: 40 / 8000 })
  })

  test('may lie in files beside the rows', async () => {
    const mp3 = await readFile(join(sounds, 'mpeg1.mp3'))
    const datasetPath = await folderWith({
      'test.jsonl': lines([{ url: 'calls/1.mp3', transcript: 'hi' }]),
      'calls/1.mp3': mp3,
    })
    const [request] = await sample({
      datasetPath,
      hfName: 'ArtificialAnalysis/Earnings22-Cleaned-AA',
      hfSplit: 'test',
    })
    expect(request).toMatchObject({
      prompt: '',
      recording: { fileName: '1.mp3', durationS: 3000 / 44100 },
    })
  })
})

test.each([
  [{ 'test.jsonl': '{}' }, { hfName: 'philschmid/mt-bench' }, 'split train'],
  [{ 'train.jsonl': '{"a": 1}' }, { hfName: 'philschmid/mt-bench' }, 'turns'],
  [{ 'train.txt': 'x' }, { hfName: 'philschmid/mt-bench' }, 'no file of rows'],
  [
    { 'BFCL_v3_java.json': '{}' },
    { hfName: 'gorilla-llm/Berkeley-Function-Calling-Leaderboard', bfclCategories: 'simple' },
    'BFCL_v3_simple.json',
  ],
  [
    { 'train.jsonl': lines([{ conversations: [] }]) },
    { hfName: 'Aeala/ShareGPT_Vicuna_unfiltered' },
    'no usable row',
  ],
] as const)('%j with %j is refused', async (files, changes, says) => {
  await expect(sample({ datasetPath: await folderWith(files), ...changes })).rejects.toThrow(says)
})

test('neither a path nor an id of the hub is refused', async () => {
  const sampling = sample({ datasetPath: '/nowhere/at/all', hfName: 'philschmid/mt-bench' })
  await expect(sampling).rejects.toThrow('there is no dataset at /nowhere/at/all')
})
