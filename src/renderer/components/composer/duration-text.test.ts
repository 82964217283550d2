import { expect, test } from 'vitest'
import { t } from '../../i18n/i18n.ts'
import { gpuTimeText } from './duration-text.ts'

test.each([
  [{ gpus: 1, estimatedDurationS: 112.7 }, '1.88 GPU-minutes'],
  [{ gpus: 8, estimatedDurationS: 450 }, '1.00 GPU-hours'],
  [
    { gpus: 1, estimatedDurationS: 120, durationRangeS: { least: 60, most: 180 } },
    /^2\.00 GPU-minutes \(1\.00\sto\s3\.00\)$/,
  ],
  [{ gpus: null, estimatedDurationS: 120 }, null],
])('%j reads %s', (preview, text) => {
  const said = gpuTimeText(preview, t)
  if (text instanceof RegExp) expect(said).toMatch(text)
  else expect(said).toBe(text)
})
