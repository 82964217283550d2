// The speech datasets of vLLM-Omni's client: a line of meta.lst per utterance. seed-tts speaks it in the voice of a recording,
// seed-tts-text in a voice of the server, seed-tts-design in one that is described, ttsd as a dialogue of two recorded
// voices; sound-effect makes a sound that is described.
import type { SpeechLocale } from '../../flags/speech.ts'
import type { SpeechDataset } from '../../model/benchmark/dataset-traits.ts'

/** A recording by its path under the folder of the language. */
type Recorded = Readonly<{ recording: string }>

export type SpeechRow = Readonly<{
  /** The text to speak; empty where another field has it. */
  text: string
  /** Whose tokens are counted, after the system prompt where `countsSystemPrompt`. */
  counted: string
  /** Fields of the body in their order, recordings still by their paths. */
  fields: Readonly<Record<string, string | number | Recorded>>
}>

type Parts = readonly string[]

type SpeechKind = Readonly<{
  /** Fields of a line. */
  fewestParts: number
  /** Null for a line that is left out. */
  rowOf: (parts: Parts, locale: SpeechLocale) => SpeechRow | null
  /** The system prompt counts as part of the prompt. */
  countsSystemPrompt?: true
  /** Requests are numbered without rows whose recording is missing. */
  numbersFound?: true
}>

const languages: Readonly<Record<SpeechLocale, string>> = { en: 'English', zh: 'Chinese' }

function spoken(text: string, fields: SpeechRow['fields']): SpeechRow {
  return { text, counted: text, fields }
}

export const speechKinds: Readonly<Record<SpeechDataset, SpeechKind>> = {
  'seed-tts': {
    fewestParts: 4,
    rowOf: ([, said = '', recording = '', text = ''], locale) =>
      text === ''
        ? null
        : spoken(text, {
            ...{ ref_audio: { recording }, ref_text: said, task_type: 'Base' },
            language: languages[locale],
          }),
    countsSystemPrompt: true,
    numbersFound: true,
  },
  'seed-tts-text': {
    fewestParts: 4,
    rowOf: ([, , , text = '']) => (text === '' ? null : spoken(text, {})),
  },
  'seed-tts-design': {
    fewestParts: 5,
    rowOf: ([, , , text = '', instructions = ''], locale) =>
      instructions === ''
        ? null
        : spoken(text, { instructions, task_type: 'VoiceDesign', language: languages[locale] }),
  },
  ttsd: {
    fewestParts: 4,
    rowOf: ([, first = '', second = '', text = '']) =>
      spoken(text, { ref_audio: { recording: first }, ref_audio_2: { recording: second } }),
  },
  'sound-effect': {
    fewestParts: 3,
    rowOf: ([, sound = '', seconds = '']) => {
      if (sound === '' || !decimal.test(seconds)) return null
      const fields = { ambient_sound: sound, duration_seconds: Number(seconds) }
      return { text: '', counted: sound, fields }
    },
  },
}

const decimal = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i

/** Where Python ends a line. */
const lineEnds = /\r\n|[\n\r\v\f\u001c-\u001e\u0085\u2028\u2029]/

/** Lines that are empty, comments or of another form are left out, as the original leaves them out. */
export function speechRows(
  text: string,
  dataset: SpeechDataset,
  locale: SpeechLocale,
): SpeechRow[] {
  const { fewestParts, rowOf } = speechKinds[dataset]
  return text.split(lineEnds).flatMap((written) => {
    const line = written.trim()
    if (line === '' || line.startsWith('#')) return []
    const parts = line.split('|').map((part) => part.trim())
    return parts.length < fewestParts ? [] : (rowOf(parts, locale) ?? [])
  })
}

/** Of every speech dataset: the client never uses the lengths that the others' classes name. */
export const usualSpeechTokens = 2048

/** Of chats, unless another is given. */
export const usualSystemPrompt =
  'You are Qwen, a virtual human developed by the Qwen Team, Alibaba Group, ' +
  'capable of perceiving auditory and visual inputs, as well as generating text and speech.\n' +
  'For this request you act as a text-to-speech engine with zero-shot voice cloning: ' +
  'the API provides reference audio and its transcript (ref_audio, ref_text) and task_type Base. ' +
  'The user message is the exact text you must speak. ' +
  'Synthesize natural speech in the same language as that user text, ' +
  'matching the timbre, prosody, and speaking style of the reference audio while reading the new content clearly.'
