// Latencies of voices. Formulas: docs/measuring.md.
import { type LatencyMetric, once } from '#core/metrics/latency-metric.ts'
import type { MeasuredRequest } from '#core/records/measured-request.ts'

const usPerS = 1e6

/** Latency of requests with a voice; `us` is SQL over its row. */
function ofVoice<const Until extends 'first-token' | 'end'>(until: Until, us: string) {
  const requestColumn = `(CASE WHEN voice IS NULL THEN NULL ELSE ${us} END)`
  return { ...once(until), applies: 'realtime', field: 'voice', requestColumn } as const
}

function finalS({ record }: MeasuredRequest): number | null {
  return record?.voice === undefined ? null : (record.voice.finalAtUs - record.sentAtUs) / usPerS
}

function firstTextS({ record }: MeasuredRequest): number | null {
  const atUs = record?.voice?.firstTextAtUs ?? null
  return record === undefined || atUs === null ? null : (atUs - record.sentAtUs) / usPerS
}

function seconds(us: number | null = null): number | null {
  return us === null ? null : us / usPerS
}

const latencies = {
  first_partial: {
    listedAfter: 'ttft_including_retries',
    label: 'First Partial',
    title: 'Time to First Partial Transcript',
    valueS: firstTextS,
    ...ofVoice('first-token', "json_extract(voice, '$.firstTextAtUs') - sent_at_us"),
    colors: ['#24699c', '#7fb8e6'],
  },
  speech_lag: {
    label: 'Speech Lag',
    title: 'Lag behind the Speech (mean of a voice)',
    valueS: ({ record }: MeasuredRequest) => seconds(record?.voice?.lagMeanUs),
    ...ofVoice('end', "json_extract(voice, '$.lagMeanUs')"),
    colors: ['#8f5a14', '#dcae66'],
  },
  max_speech_lag: {
    label: 'Max Speech Lag',
    title: 'Lag behind the Speech (largest of a voice)',
    valueS: ({ record }: MeasuredRequest) => seconds(record?.voice?.lagMaxUs),
    ...ofVoice('end', "json_extract(voice, '$.lagMaxUs')"),
    colors: ['#a14a3f', '#e39b8e'],
  },
  final_after_speech: {
    label: 'Final after Speech',
    title: 'Final Transcript after the End of Speech',
    valueS: (request: MeasuredRequest) => {
      const atS = finalS(request)
      return atS === null ? null : atS - request.inputAudioS
    },
    ...ofVoice(
      'end',
      "json_extract(voice, '$.finalAtUs') - sent_at_us - 1e6 * coalesce(input_audio_s, 0)",
    ),
    colors: ['#94428f', '#dd9ad8'],
  },
  time_per_audio_second: {
    label: 'Time per Audio s',
    title: 'Time per Second of Audio (1000 ms: real-time factor 1)',
    valueS: (request: MeasuredRequest) => {
      const atS = finalS(request)
      return atS === null || request.inputAudioS === 0 ? null : atS / request.inputAudioS
    },
    ...ofVoice(
      'end',
      "(json_extract(voice, '$.finalAtUs') - sent_at_us) / nullif(input_audio_s, 0)",
    ),
    colors: ['#47727d', '#9cc3cd'],
  },
} as const satisfies Readonly<Record<string, LatencyMetric>>

export const realtimeMetrics = { latencies }
