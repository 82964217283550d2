import { openAsBlob, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { heardTokens } from './heard-tokens.ts'
import { sharedSimulator } from '../simulator.test-support.ts'

const sounds = join(import.meta.dirname, '../../datasets/fixtures/sounds')

const simulator = sharedSimulator()

async function hear(kind: string, fields: Readonly<Record<string, string>>, file = 'pcm16.wav') {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  if (file !== '') form.set('file', await openAsBlob(join(sounds, file)), file)
  return await fetch(`${simulator().baseUrl}/v1/audio/${kind}`, { method: 'POST', body: form })
}

const asked = { model: 'sim', max_completion_tokens: '4', ignore_eos: 'True' }

describe('recordings', () => {
  it.each(['transcription', 'translation'])(
    'are written down, streamed or whole: %s',
    async (kind) => {
      const streamed = { ...asked, stream: 'True', stream_include_usage: 'True' }
      const events = (await (await hear(`${kind}s`, streamed)).text()).split('\n\n')
      expect(events.splice(-2)).toEqual(['data: [DONE]', ''])
      const messages = events.map((event): unknown => JSON.parse(event.slice('data: '.length)))
      expect(messages).toHaveLength(5)
      expect(messages[3]).toMatchObject({
        object: `${kind}.chunk`,
        choices: [{ finish_reason: 'length' }],
      })
      expect(messages[4]).toMatchObject({ choices: [], usage: { completion_tokens: 4 } })
      const said = [...events.join('').matchAll(/"content":"([^"]*)"/g)].map(([, text]) => text)
      const whole = await (await hear(`${kind}s`, asked)).json()
      expect(whole).toMatchObject({ text: said.join(''), usage: { type: 'duration' } })
    },
  )

  it('say in a header what is left out', async () => {
    const response = await hear('transcriptions', {
      ...asked,
      stream_continuous_usage_stats: 'True',
    })
    expect(response.headers.get('warning')).toContain('stream_continuous_usage_stats')
  })

  it('are heard in tokens by their length and their sound', () => {
    const flac = readFileSync(join(sounds, 'stereo.flac'))
    const { prompt, durationS } = heardTokens(flac)
    expect(prompt).toHaveLength(Math.ceil(durationS * 25))
    expect(heardTokens(flac).prompt).toEqual(prompt)
    expect(heardTokens(readFileSync(join(sounds, 'pcm16.wav'))).prompt).not.toEqual(prompt)
  })

  it.each([
    [{}, '', 'file: Give a recording as a file.'],
    [{}, 'durations.json', 'file: Give a WAV, FLAC, Ogg or MP3 file'],
    [{ model: 'gpt' }, 'pcm16.wav', 'The model `gpt` does not exist.'],
    [{ max_completion_tokens: 'many' }, 'pcm16.wav', 'max_completion_tokens: '],
    [{ stream: 'perhaps' }, 'pcm16.wav', 'stream: '],
  ])('are refused with a sentence (row %#)', async (fields, file, message) => {
    const response = await hear('transcriptions', fields, file)
    expect(response.ok).toBe(false)
    expect(await response.text()).toContain(message)
  })

  it('come as a form', async () => {
    const response = await simulator().post('/v1/audio/transcriptions', '{}')
    expect(await response.text()).toContain('The body is not a form')
  })
})
