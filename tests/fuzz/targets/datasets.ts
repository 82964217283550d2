// Files of every dataset that is read from one, and every form of file that rows come in.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import { datasetNames } from '#core/traits/dataset-traits.ts'
import { prepareWorkload } from '#node/datasets/prepare-workload.ts'
import { readRowFile } from '#node/datasets/row-file.ts'
import { loadFileTokenizer } from '#node/tokenizer/file-tokenizer.ts'
import { tinyFile } from '#node/tokenizer/fixtures/tiny-tokenizer.ts'
import { fuzzFile } from '../fuzz-file.ts'
import { bytesOf, type FuzzTarget } from '../fuzz-target.ts'

type DatasetFile = Readonly<{
  name: string
  file: string
  /** Settings of a benchmark, perhaps with a dataset of a feature. */
  config: Readonly<Record<string, unknown>>
  sample: string
  /** Where much of it would cost more than shows anything. */
  longest?: number
}>

const fixture = (name: string) =>
  fileURLToPath(new URL(`../../vllm/fixtures/inputs/${name}`, import.meta.url))
const recording = fixture('first.wav')
const table = readFileSync(fixture('hub/gsm8k/main/train-00000-of-00001.parquet'), 'latin1')

const lines = (...rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join('\n')
const turns = (...said: readonly string[]) => said.map((value) => ({ from: 'human', value }))

const files: readonly DatasetFile[] = [
  {
    name: 'sharegpt',
    file: 'sharegpt.json',
    config: { datasetName: 'sharegpt' },
    sample: JSON.stringify([
      { id: 'a', conversations: turns('How do you do today?', 'Well, and how are you?') },
      { id: 'b', conversations: turns('What is the best of all?', 'Whatever is there.') },
    ]),
  },
  {
    name: 'custom',
    file: 'custom.jsonl',
    config: { datasetName: 'custom', skipChatTemplate: true, customOutputLen: -1 },
    sample: lines({ prompt: 'the town', output_tokens: 4 }, { prompt: 'é', output_tokens: 1 }),
  },
  {
    name: 'custom_image',
    file: 'image.jsonl',
    config: { datasetName: 'custom_image', backend: 'openai-chat' },
    sample: lines(
      { prompt: 'what is it', image_files: ['/no/such.png', 'data:image/png;base64,AAAA'] },
      { content: [{ type: 'text', text: 'and this' }] },
    ),
  },
  {
    name: 'custom_audio',
    file: 'audio.jsonl',
    config: { datasetName: 'custom_audio', backend: 'openai-chat' },
    sample: lines({ prompt: 'hear', audio: recording, output_tokens: 12 }),
  },
  {
    name: 'burstgpt',
    file: 'burst.csv',
    config: { datasetName: 'burstgpt' },
    sample:
      'Timestamp,Model,Request tokens,Response tokens,Total tokens,Log Type\n5,GPT-4,26,13,39,"Conversation, log"\n' +
      '8,ChatGPT,16,0,16,API log\n11,GPT-4,3,4,7,API log\n',
  },
  {
    name: 'spec_bench',
    file: 'spec.jsonl',
    config: { datasetName: 'spec_bench' },
    sample: lines({ question_id: 1, category: 'math', turns: ['Count.', 'Again.'] }),
  },
  {
    name: 'timed_trace',
    file: 'trace.jsonl',
    config: { datasetName: 'timed_trace' },
    sample: lines(
      { timestamp: 1, input_length: 20, output_length: 3, hash_ids: [0, 1] },
      { timestamp: 2.5, input_length: 3, output_length: 1, hash_ids: ['a'] },
    ),
  },
  {
    name: 'timed_trace of Azure',
    file: 'azure.csv',
    config: { datasetName: 'timed_trace', timedTraceLayout: 'azure' },
    sample:
      'TIMESTAMP,ContextTokens,GeneratedTokens\n2023-11-16 18:17:03.97,4808,10\n2023-11-16 18:17:04,3,0\n',
  },
  {
    name: 'sonnet',
    file: 'poem.txt',
    config: { datasetName: 'sonnet', sonnetInputLen: 200, sonnetPrefixLen: 100 },
    longest: 1000,
    sample: 'the town was told\nwhen noon had come\nof money and of wood\n'.repeat(4),
  },
]

const words = [
  ...[
    '\n',
    '{"prompt":"',
    '"}',
    '"output_tokens":',
    '"input_length":',
    '"hash_ids":[',
    '"turns":[',
  ],
  ...['"conversations":[', '{"from":"human","value":"', '"}]},', ',', 'GPT-4,', '"', '""', 'the '],
  ...[
    '"timestamp":',
    '2023-11-16 18:17:03',
    '1000000000',
    '16777217',
    '-5',
    '0',
    '[',
    ']',
    '{',
    '}',
  ],
]

const tokenizer = await loadFileTokenizer(tinyFile)

const known: readonly unknown[] = datasetNames
const readable = files.filter(({ config }) => known.includes(config['datasetName']))

const workloadTargets = readable.map(({ name, file, config, sample, longest }): FuzzTarget => ({
  name: `the dataset ${name}`,
  // Each character is a byte of UTF-8.
  samples: [Buffer.from(sample).toString('latin1')],
  words,
  weight: 1,
  read(text) {
    const datasetPath = fuzzFile(file)
    writeFileSync(datasetPath, bytesOf(text.slice(0, longest ?? text.length)))
    const asked = { ...defaultBenchmarkConfig, numPrompts: 3, datasetPath, ...config }
    return prepareWorkload(asked, { tokenizer, requestIdPrefix: 'r-' })
  },
}))

const rowSamples = {
  csv: 'name,value\n"a ""b"", c",1\nd,"two\nlines"\n',
  json: '[{"a": "x]\\"", "b": [1, {"c": null}]}, []]',
  jsonl: '{"a": 1}\n\n[2]\n"three"\n',
  parquet: table,
}

const rowTargets = Object.entries(rowSamples).map(([ending, sample]): FuzzTarget => ({
  name: `rows of .${ending}`,
  samples: [sample],
  words: ['"', '""', ',', '\n', '[', ']', '{', '}', '\\', 'PAR1', '\x15\x00', '\xff\xff\xff\x7f'],
  weight: 1,
  async read(text) {
    const file = fuzzFile(`rows.${ending}`)
    writeFileSync(file, bytesOf(text))
    let rows = 0
    for await (const row of readRowFile(file)) rows += row.where.length > 0 ? 1 : 0
    return rows
  },
}))

export const datasetTargets: readonly FuzzTarget[] = [...workloadTargets, ...rowTargets]
