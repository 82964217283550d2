import { expect, test } from 'vitest'
import { inEnglish, type Text } from '#core/messages/message.ts'
import { sendingDisplay } from './sending-display.ts'

const sent = (sentBytes: number) => ({ sentBytes, totalBytes: 98_900_000 })

function sendAll({ show }: ReturnType<typeof sendingDisplay>) {
  for (const bytes of [0, 34_000_000, 98_900_000]) show(sent(bytes))
}

function shown(
  isScreen: boolean,
  act: (display: ReturnType<typeof sendingDisplay>) => void = sendAll,
) {
  const said: string[] = []
  const terminal = {
    language: 'en' as const,
    outputLanguage: 'en' as const,
    columns: 80,
    isScreen,
    interrupted: new AbortController().signal,
    outputClosed: new AbortController().signal,
    write: () => Promise.resolve(),
    print: (line: Text) => said.push(`out ${inEnglish(line)}`),
    note: (line: Text) => said.push(`note ${inEnglish(line)}`),
    draw: (text: string) => said.push(`draw ${text}`),
  }
  const display = sendingDisplay('gpu-03', terminal)
  act(display)
  display.end()
  display.end()
  return said
}

test('a terminal shows what is copied to the host, then the progress, and is cleared once', () => {
  expect(shown(true)).toEqual([
    expect.stringContaining('No Node was found on gpu-03') as string,
    'draw \r  0 of 99 MB sent\u001b[K',
    'draw \r  34 of 99 MB sent\u001b[K',
    'draw \r  99 of 99 MB sent\u001b[K',
    'draw \r\u001b[K',
  ])
})

test('a terminal shows how many prompts are prepared', () => {
  const said = shown(true, (display) => display.prepared({ done: 1024, all: 20_000 }))
  expect(said[0]).toBe('draw \r1024 of 20000 prompts prepared\u001b[K')
})

test('a log gets one line about what is copied, and little else', () => {
  expect(shown(false)).toEqual([expect.stringMatching(/^note No Node .*once \(99 MB/)])
})
