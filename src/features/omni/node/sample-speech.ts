// The speech datasets of vLLM-Omni's client: a folder per language with meta.lst and the recordings it lists.
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { message } from '#core/messages/message.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { PythonRandom } from '#core/random/python-random.ts'
import type { ChatMessage } from '#core/workload/message-content.ts'
import { oversample } from '#core/workload/sample-options.ts'
import type { SampledRequest } from '#core/workload/sampled-request.ts'
import { readTextFile } from '#node/files/text-file.ts'
import { invalidDataset } from '#node/datasets/dataset-file.ts'
import {
  datasetPathOf,
  neededTokenizer,
  notEmpty,
  requireGoingOn,
  sampleOptions,
  type Sampler,
} from '#node/datasets/samplers/sampler.ts'
import { type SpeechDataset, usualSpeechTokens } from '#features/omni/core/datasets.ts'
import {
  speechKinds,
  type SpeechRow,
  speechRows,
  usualSystemPrompt,
} from '#features/omni/core/speech-rows.ts'

export const speechSampler =
  (dataset: SpeechDataset): Sampler =>
  async (config, sources) => {
    const tokenizer = neededTokenizer(sources, config)
    const folder = path.resolve(config.seedTtsRoot ?? datasetPathOf(config), config.seedTtsLocale)
    const rows = await readRows(folder, dataset, config)
    // The shuffle uses its own generator, so the benchmark's generator does not advance.
    if (!config.disableShuffle) new PythonRandom(config.seed).shuffle(rows)
    const { countsSystemPrompt, numbersFound } = speechKinds[dataset]
    const outputTokens = config.outputLen ?? config.hfOutputLen ?? usualSpeechTokens
    const systemPrompt = config.seedTtsSystemPrompt?.trim() || usualSystemPrompt
    const requests: Omit<SampledRequest, 'promptTokens'>[] = []
    const counted: string[] = []
    for (const [position, row] of rows.entries()) {
      if (requests.length >= config.numPrompts) break
      requireGoingOn(sources)
      const fields = await sentFields(row, folder, config)
      if (fields === null) continue
      const number = numbersFound === true ? requests.length : position
      counted.push(countsSystemPrompt ? `${systemPrompt}\n${row.text}` : row.counted)
      requests.push({
        prompt: row.text,
        expectedOutputTokens: outputTokens,
        requestId: `${sources.requestIdPrefix}${number}`,
        ...(config.backend === 'openai-chat-omni' && {
          chatMessages: [chatText('system', systemPrompt), chatText('user', row.text)],
        }),
        bodyOverrides: bodyFields(fields, outputTokens, config),
      })
    }
    const encoded = await tokenizer.encode(counted, true)
    const sampled = requests.map((request, index) => ({
      ...request,
      promptTokens: Math.max(1, encoded[index]?.length ?? 1),
    }))
    notEmpty(sampled, {
      problem: message('workload.noVoices', { folder }),
      remedy: message('workload.noVoices.remedy'),
    })
    return oversample(sampled, sampleOptions(config, sources))
  }

async function readRows(
  folder: string,
  dataset: SpeechDataset,
  { seedTtsLocale }: BenchmarkConfig,
): Promise<SpeechRow[]> {
  const file = path.join(folder, 'meta.lst')
  const { fewestParts: fields } = speechKinds[dataset]
  const text = await readTextFile(file, {
    refuse: (problem) =>
      invalidDataset(problem, message('workload.speechFolder', { locale: seedTtsLocale })),
  })
  return notEmpty(speechRows(text, dataset, seedTtsLocale), {
    problem: message('workload.noSpeechLines', { path: file }),
    remedy: message('workload.noSpeechLines.remedy', { fields }),
  })
}

/** Null if a recording is missing. */
async function sentFields(
  { fields }: SpeechRow,
  folder: string,
  { seedTtsFileRefAudio: isByAddress }: BenchmarkConfig,
): Promise<Record<string, string | number> | null> {
  const sent: Record<string, string | number> = {}
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value !== 'object') {
      sent[name] = value
      continue
    }
    const file = path.resolve(folder, value.recording)
    const isThere = await stat(file)
      .then((found) => found.isFile())
      .catch(() => false)
    if (!isThere) return null
    sent[name] = isByAddress ? fileAddress(file) : await inline(file)
  }
  return sent
}

async function inline(file: string): Promise<string> {
  const bytes = await readFile(file)
  return `data:audio/wav;base64,${bytes.toString('base64')}`
}

/** Escapes like Python, which escapes more characters than Node. */
function fileAddress(file: string): string {
  const escaped = file
    .split('/')
    .map((part) =>
      encodeURIComponent(part).replace(
        /[!'()*]/g,
        (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`,
      ),
    )
  return `file://${escaped.join('/')}`
}

function chatText(role: 'system' | 'user', text: string): ChatMessage {
  return { role, content: [{ type: 'text', text }] }
}

/** A chat requests audio besides text, unless `--extra-body` requests something else. */
function bodyFields(
  fields: Record<string, string | number>,
  outputTokens: number,
  { datasetName, backend, extraBody }: BenchmarkConfig,
): Record<string, unknown> {
  const own = datasetName === 'seed-tts-text' ? {} : { ...fields, max_new_tokens: outputTokens }
  const isUnasked = (extraBody?.['modalities'] ?? null) === null
  return {
    ...own,
    ...(backend === 'openai-chat-omni' && isUnasked && { modalities: ['text', 'audio'] }),
  }
}
