import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { soundFileOf } from '#core/base/sound-file.ts'
import { temporaryFile } from './fixtures/temporary-file.ts'
import { audioPartOf, readRecording } from './read-recording.ts'

const folder = join(import.meta.dirname, 'fixtures', 'sounds')
const durations = z
  .record(z.string(), z.number())
  .parse(JSON.parse(readFileSync(join(folder, 'durations.json'), 'utf8')))

describe('a recording', () => {
  test.each(Object.entries(durations))('%s plays for %d s', async (name, durationS) => {
    const path = join(folder, name)
    expect(await readRecording(path)).toEqual({
      bytes: await readFile(path),
      fileName: name,
      mediaType: `audio/${name.endsWith('mp3') ? 'mpeg' : name.replace(/.*\./, '')}`,
      durationS,
    })
  })

  test('goes into a chat as base64', async () => {
    const recording = await readRecording(join(folder, 'stereo.flac'))
    expect(audioPartOf(recording)).toEqual({
      type: 'input_audio',
      input_audio: { data: Buffer.from(recording.bytes).toString('base64'), format: 'flac' },
    })
  })

  test('that is none is refused by name', async () => {
    const path = await temporaryFile('song.wav', 'not a sound')
    await expect(readRecording(path)).rejects.toThrow(`${path} is not an audio file`)
  })

  test('that is not there is refused by name', async () => {
    await expect(readRecording('/nowhere/a.wav')).rejects.toThrow('/nowhere/a.wav cannot be read')
  })
})

test.each(Object.keys(durations))('%s may be cut anywhere without harm', async (name) => {
  const bytes = await readFile(join(folder, name))
  const lengths = Array.from({ length: 50 }, (_, index) => Math.floor((index * bytes.length) / 50))
  for (const length of lengths) {
    const sound = soundFileOf(bytes.subarray(0, length))
    expect(sound === null || sound.durationS <= (durations[name] ?? 0) + 0.1).toBe(true)
  }
})
