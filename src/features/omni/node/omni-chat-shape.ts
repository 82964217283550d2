// Chat streams of vLLM-Omni: each message names its modality, and the last reports the stages of the engine.
import { crc32, deflateSync } from 'node:zlib'
import type { AnswerShape } from '#node/simulator/api/choices-shapes.ts'
import type { GenerationEnd } from '#node/simulator/engine/generation.ts'
import { usualSoundRate as soundRate } from '#features/omni/core/speech.ts'

export const modalities = ['text', 'audio', 'image'] as const
type Modality = (typeof modalities)[number]

/** Seconds of audio per text token. Exported for tests. */
export const soundPerTokenS = 0.24
const side = 64

/** `text` is the format of the same chat with text alone. */
export function omniChatShape(text: AnswerShape, asked: readonly Modality[]): AnswerShape {
  const has = (modality: Modality) => asked.includes(modality)
  const sound = has('audio') ? mediaEvent('audio', JSON.stringify(frameOfSound())) : ''
  const spoken = (event: string) => (has('text') ? withMember(event, '"modality":"text"') : '')
  return {
    ...text,
    opening: spoken(text.opening),
    delta: (piece, index) => spoken(text.delta(piece, index)) + sound,
    last: (said) => spoken(text.last(said)) + sound + (has('image') ? imageEvent(said.ending) : ''),
    usage: (ending) =>
      withMember(
        text.usage(has('text') ? ending : { ...ending, completionTokens: 0 }),
        `"metrics":${stagesOf(ending, asked)}`,
      ),
  }
}

/** Inserts a member into an event's object. */
function withMember(event: string, member: string): string {
  return event.replace(/\}\n\n$/, `,${member}}\n\n`)
}

function frameOfSound(): string {
  return silentWav(Math.round(soundPerTokenS * soundRate), soundRate).toString('base64')
}

function mediaEvent(modality: Modality, content: string): string {
  return `data: {"object":"chat.completion.chunk","choices":[{"index":0,"delta":{"content":${content}},"finish_reason":null}],"modality":"${modality}"}\n\n`
}

function imageEvent({ times }: GenerationEnd): string {
  const url = `data:image/png;base64,${pngOf(side, side).toString('base64')}`
  const stage_durations = { stage_1_gen_ms: times.lastTokenMs - times.scheduledMs }
  return mediaEvent(
    'image',
    JSON.stringify([{ type: 'image_url', image_url: { url }, stage_durations }]),
  )
}

/** Token times of the engine's first stage; evenly spaced, as an approximation. */
function tokenTimes(tokens: number, times: GenerationEnd['times']) {
  const gaps = Math.max(tokens - 1, 0)
  const tpotMs = gaps === 0 ? 0 : (times.lastTokenMs - times.firstTokenMs) / gaps
  return {
    serving_time_to_first_output_ms: times.firstTokenMs - times.arrivedMs,
    vllm_ttft_ms: times.firstTokenMs - times.arrivedMs,
    vllm_tpot_ms: tpotMs,
    vllm_itls_ms: new Array<number>(gaps).fill(tpotMs),
  }
}

function stagesOf(
  { completionTokens, times, finishReason }: GenerationEnd,
  asked: readonly Modality[],
): string {
  const stage_gen_time_ms = times.lastTokenMs - times.scheduledMs
  const text = {
    ...{ stage_name: 'thinker', final_output_type: 'text', output_unit_type: 'text' },
    ...{ num_tokens_out: completionTokens, output_unit_count: completionTokens },
    ...{ finish_reason: finishReason, stage_gen_time_ms },
    ...tokenTimes(completionTokens, times),
  }
  const sound = {
    ...{ stage_name: 'code2wav', final_output_type: 'audio', output_unit_type: 'audio' },
    audio_frames: completionTokens * Math.round(soundPerTokenS * soundRate),
    ...{ audio_duration_s: completionTokens * soundPerTokenS, stage_gen_time_ms },
    serving_time_to_first_output_ms: times.firstTokenMs - times.arrivedMs,
  }
  const image = {
    ...{ stage_name: 'dit', final_output_type: 'image', output_unit_type: 'image' },
    ...{ output_unit_count: 1, image_pixels: side * side, stage_gen_time_ms },
  }
  const stages = [
    text,
    ...(asked.includes('audio') ? [sound] : []),
    ...(asked.includes('image') ? [image] : []),
  ]
  return JSON.stringify({ stage_metrics: Object.fromEntries(stages.entries()) })
}

const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

/** A grey image. */
export function pngOf(width: number, height: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  // Eight bits of grey per pixel.
  head.writeUInt8(8, 8)
  const rows = Buffer.alloc((width + 1) * height)
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

const bytesPerSample = 2
const headBytes = 44

/** WAV file of silence: mono, 16-bit samples. */
function silentWav(frames: number, rate: number): Buffer {
  const wav = Buffer.alloc(headBytes + frames * bytesPerSample)
  wav.write('RIFF', 0, 'latin1')
  wav.writeUInt32LE(wav.length - 8, 4)
  wav.write('WAVEfmt ', 8, 'latin1')
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(1, 22)
  wav.writeUInt32LE(rate, 24)
  wav.writeUInt32LE(rate * bytesPerSample, 28)
  wav.writeUInt16LE(bytesPerSample, 32)
  wav.writeUInt16LE(8 * bytesPerSample, 34)
  wav.write('data', 36, 'latin1')
  wav.writeUInt32LE(frames * bytesPerSample, 40)
  return wav
}
