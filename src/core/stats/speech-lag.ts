// How far the deltas of a transcript are behind the speech. The protocol does not state which audio a delta covers, so each
// covers the same share of the recording: exact for models that take a step per frame of audio and send a delta per step.
import type { Voice } from '#core/records/request-record.ts'

/**
 * `firstUs` is the time of the first delta since the speech began, `gapsUs` those between deltas, `soundUs` the length of
 * the recording. Delta k of n is behind by its time − k ÷ n of the recording. Null without deltas.
 */
export function speechLag(
  firstUs: number | null,
  gapsUs: Uint32Array,
  soundUs: number,
): Pick<Voice, 'lagMeanUs' | 'lagMaxUs'> {
  if (firstUs === null) return { lagMeanUs: null, lagMaxUs: null }
  const shareUs = soundUs / (gapsUs.length + 1)
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
