// Transcript times of a recording sent at its own pace, and the delay of a transcript's deltas behind the speech. The protocol
// does not state which audio a delta covers, so each covers the same share of the recording: exact for models that take a step
// per audio frame and send a delta per step.
import { z } from 'zod'
import { amountSchema, timeUsSchema } from '#core/base/bounded-schemas.ts'
import type { RequestField } from '#core/records/request-field.ts'

const amountOrNull = amountSchema.nullable()

const voiceSchema = z.object({
  /** First delta with text; null if there was none. */
  firstTextAtUs: timeUsSchema.nullable(),
  /** The whole transcript; later than the last delta. */
  finalAtUs: timeUsSchema,
  /** Delay of deltas behind the speech they cover, mean and maximum; null without deltas. */
  lagMeanUs: amountOrNull,
  lagMaxUs: amountOrNull,
})

type Voice = Readonly<z.infer<typeof voiceSchema>>

export const realtimeFields = {
  /** Absent unless the recording was sent at its own pace. */
  voice: {
    listedAfter: 'inputAudioS',
    schema: voiceSchema.readonly().optional(),
    column: { form: 'json', since: 17 },
  },
} as const satisfies Readonly<Record<string, RequestField>>

type HeardRequest = Readonly<{
  sentAtUs: number
  firstTokenAtUs: number | null
  interTokenLatenciesUs: Uint32Array
  inputAudioS: number | null
}>

/** First delta with text, end of the transcript and start of the run, by one clock. */
type Heard = Readonly<{ firstTextUs: number | null; finalUs: number; startUs: number }>

export function voiceOf(request: HeardRequest, { firstTextUs, finalUs, startUs }: Heard): Voice {
  const { sentAtUs, firstTokenAtUs, interTokenLatenciesUs, inputAudioS } = request
  const firstUs = firstTokenAtUs === null ? null : firstTokenAtUs - sentAtUs
  return {
    firstTextAtUs: firstTextUs === null ? null : Math.round(firstTextUs - startUs),
    finalAtUs: Math.round(finalUs - startUs),
    ...speechLag(firstUs, interTokenLatenciesUs, (inputAudioS ?? 0) * 1e6),
  }
}

/**
 * Exported for tests. `firstUs` is the time of the first delta since the speech began, `gapsUs` the gaps between deltas,
 * `audioUs` the duration of the recording. The delay of delta k of n is its time − k ÷ n of the recording. Null without deltas.
 */
export function speechLag(
  firstUs: number | null,
  gapsUs: Uint32Array,
  audioUs: number,
): Pick<Voice, 'lagMeanUs' | 'lagMaxUs'> {
  if (firstUs === null) return { lagMeanUs: null, lagMaxUs: null }
  const shareUs = audioUs / (gapsUs.length + 1)
  let atUs = firstUs
  let sumUs = firstUs - shareUs
  let maxUs = sumUs
  for (let k = 0; k < gapsUs.length; k++) {
    atUs += gapsUs[k] ?? 0
    const lagUs = atUs - (k + 2) * shareUs
    sumUs += lagUs
    maxUs = Math.max(maxUs, lagUs)
  }
  return {
    lagMeanUs: Math.round(sumUs / (gapsUs.length + 1)),
    lagMaxUs: Math.round(maxUs),
  }
}
