// Recorded speech to transcribe, with the prompt that the model's tokenizer needs.
import { z } from 'zod'
import { message, schemaText } from '#core/messages/message.ts'
import { oversample, type SampleOptions } from '#core/workload/sample-options.ts'
import type { AudioFile, SampledRequest } from '#core/workload/sampled-request.ts'
import type { Tokenizer } from '#core/workload/tokenizer.ts'
import type { DatasetRow } from './sample-hub-rows.ts'
import { parseRow } from './text-formats.ts'

/** A path, a URL, or the file itself with an optional name. */
export type SoundSource = string | Readonly<{ bytes: Uint8Array; path: string | null }>

type SpeechOptions = Omit<SampleOptions, 'shuffle'> &
  Readonly<{
    outputTokens: number
    leastSeconds: number
    mostSeconds: number
    /** Model name; models of some vendors need special tokens at the start of the prompt. */
    tokenizerName: string
    soundOf: (row: DatasetRow) => SoundSource
  }>

type SpeechTools = Readonly<{
  tokenizer: Pick<Tokenizer, 'encode'>
  recordingOf: (sound: SoundSource) => Promise<AudioFile>
}>

const beginnings: readonly (readonly [name: RegExp, prompt: string])[] = [
  [/openai/, '<|startoftranscript|><|en|><|transcribe|><|notimestamps|>'],
  [
    /cohere/i,
    '<|startofcontext|><|startoftranscript|><|emo:undefined|><|en|><|en|><|pnc|><|noitn|><|notimestamp|><|nodiarize|>',
  ],
]

const fileSchema = z.union(
  [
    z.string(),
    z.object({ bytes: z.instanceof(Uint8Array), path: z.string().nullable().default(null) }),
    z.object({ path: z.string() }).transform(({ path }) => path),
  ],
  { error: () => schemaText(message('workload.soundField')) },
)
const rowSchema = z.object({ audio: fileSchema })
const pathSchema = z.object({ url: z.string() })

export function soundInRow({ value, where }: DatasetRow): SoundSource {
  return parseRow(rowSchema, value, where).audio
}

export function soundByPath({ value, where }: DatasetRow): SoundSource {
  return parseRow(pathSchema, value, where).url
}

/** Skips recordings that are shorter or longer than requested. */
export async function sampleSpeech(
  rows: AsyncIterable<DatasetRow>,
  options: SpeechOptions,
  { tokenizer, recordingOf }: SpeechTools,
): Promise<SampledRequest[]> {
  const prompt = beginnings.find(([name]) => name.test(options.tokenizerName))?.[1] ?? ''
  const [encoded] = await tokenizer.encode([prompt], true)
  const requests: SampledRequest[] = []
  for await (const row of rows) {
    const recording = await recordingOf(options.soundOf(row))
    const { durationS } = recording
    if (durationS < options.leastSeconds || durationS > options.mostSeconds) continue
    requests.push({
      prompt,
      promptTokens: encoded?.length ?? 0,
      expectedOutputTokens: options.outputTokens,
      requestId: `${options.requestIdPrefix}${requests.length}`,
      recording,
    })
    if (requests.length === options.count) break
  }
  return requests.length > 0 ? oversample(requests, options) : []
}
