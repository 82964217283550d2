// The user's own recordings, one per row: to transcribe, or as part of a chat message.
import { z } from 'zod'
import { message } from '#core/messages/message.ts'
import { parseEntry, type RowContext, rowOutputTokens, takenRows } from './dataset-entry.ts'
import type { AudioPart } from '../message-content.ts'
import { oversample, type SampleOptions } from '../sample-options.ts'
import { renderedIfPossible, type Tokenizer } from '../tokenizer.ts'
import type { AudioFile, SampledRequest } from '../sampled-request.ts'

type AudioRow = Readonly<{ prompt: string; path: string; outputTokens: number }>

type AudioOptions = SampleOptions &
  Readonly<{
    /** Recordings are parts of a chat message, next to the prompt. */
    asParts: boolean
  }>

type AudioTools = Readonly<{
  tokenizer: Pick<Tokenizer, 'encode' | 'renderChats'> | null
  readRecording: (path: string) => Promise<AudioFile>
  audioPart: (recording: AudioFile) => AudioPart
}>

const schema = z.object({ prompt: z.string().default(''), audio: z.string().min(1) })
const remedy = message('workload.audioForm')

export function audioRow(entry: unknown, context: RowContext): AudioRow {
  const { prompt, audio } = parseEntry(schema, entry, { where: context.where, remedy })
  return { prompt, path: audio, outputTokens: rowOutputTokens(entry, context) }
}

/** Counts only the tokens of the prompt. */
export async function sampleAudioRows(
  rows: readonly AudioRow[],
  options: AudioOptions,
  { tokenizer, readRecording, audioPart }: AudioTools,
): Promise<SampledRequest[]> {
  const taken = takenRows(rows, options)
  const bare = taken.map(({ prompt }) => prompt)
  const rendersPrompts = tokenizer !== null && !options.asParts
  const prompts = rendersPrompts ? await renderedIfPossible(bare, tokenizer) : bare
  const encoded = await tokenizer?.encode(prompts, true)
  const requests: SampledRequest[] = []
  for (const [index, { path, outputTokens }] of taken.entries()) {
    const recording = await readRecording(path)
    requests.push({
      prompt: prompts[index] ?? '',
      promptTokens: encoded?.[index]?.length ?? 1,
      expectedOutputTokens: outputTokens,
      requestId: `${options.requestIdPrefix}${index}`,
      ...(options.asParts ? { media: [audioPart(recording)] } : { recording }),
    })
  }
  return oversample(requests, options)
}
