// Speech datasets of vLLM-Omni's client, with one line of meta.lst per utterance. seed-tts speaks it in the voice of a
// recording, seed-tts-text in a server's voice, seed-tts-design in a described voice, ttsd as a dialogue of two
// recorded voices; sound-effect generates a described sound.
import type { SpeechDataset } from './datasets.ts'
import type { SpeechLocale } from './flags.ts'

/** A recording by its path within the language's folder. */
type RecordingPath = Readonly<{ recording: string }>

export type SpeechRow = Readonly<{
  /** Text to speak; empty if another field contains it. */
  text: string
  /** Text whose tokens are counted, after the system prompt if `countsSystemPrompt`. */
  counted: string
  /** Body fields in order, with recordings as paths. */
  fields: Readonly<Record<string, string | number | RecordingPath>>
}>

type Parts = readonly string[]

type SpeechKind = Readonly<{
  /** Minimum number of fields in a line. */
  fewestParts: number
  /** Null for a line that is skipped. */
  rowOf: (parts: Parts, locale: SpeechLocale) => SpeechRow | null
  /** The system prompt counts as part of the prompt. */
  countsSystemPrompt?: true
  /** Numbers requests without counting rows whose recording is missing. */
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

/** Line ends as in Python's `splitlines`. */
const lineEnds = /\r\n|[\n\r\v\f\u001c-\u001e\u0085\u2028\u2029]/

/** Skips lines that are empty, comments or malformed, like vLLM-Omni's client. */
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

/** Default system prompt of chats. */
export const usualSystemPrompt =
  'You are Qwen, a virtual human developed by the Qwen Team, Alibaba Group, ' +
  'capable of perceiving auditory and visual inputs, as well as generating text and speech.\n' +
  'For this request you act as a text-to-speech engine with zero-shot voice cloning: ' +
  'the API provides reference audio and its transcript (ref_audio, ref_text) and task_type Base. ' +
  'The user message is the exact text you must speak. ' +
  'Synthesize natural speech in the same language as that user text, ' +
  'matching the timbre, prosody, and speaking style of the reference audio while reading the new content clearly.'
