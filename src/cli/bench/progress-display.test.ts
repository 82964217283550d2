import { expect, test } from 'vitest'
import type { LoadProgress } from '#contract/load-protocol.ts'
import { inEnglish, type Text } from '#core/messages/message.ts'
import type { Terminal } from '../command.ts'
import { progressDisplay } from './progress-display.ts'

function progressAt(elapsedS: number): LoadProgress {
  const counts = {
    planned: 10,
    sent: 1,
    completed: 1,
    failed: 0,
    rejected: 0,
    clientCancelled: 0,
    inFlight: 0,
    queued: 0,
    asked: 1,
  }
  const recent = { recentTtftMs: null, recentItlMs: null, recentE2elMs: null, etaS: null }
  const client = { sendLagP99Us: 0, readLagP99Us: 0, cpuShare: 0 }
  return { elapsedS, ...counts, tokenEvents: 0, ...recent, client }
}

function heardBy(isScreen: boolean): { terminal: Terminal; heard: string[] } {
  const heard: string[] = []
  const hear = (text: Text) => void heard.push(inEnglish(text))
  const interrupted = new AbortController().signal
  return {
    heard,
    terminal: {
      print: hear,
      note: hear,
      draw: hear,
      write: () => Promise.resolve(),
      outputClosed: interrupted,
      isScreen,
      columns: 30,
      interrupted,
      language: 'en',
      outputLanguage: 'en',
    },
  }
}

test('a screen shows one line that redraws itself and fits', () => {
  const { terminal, heard } = heardBy(true)
  const display = progressDisplay(terminal)
  display.show(progressAt(1))
  display.show(progressAt(2))
  display.end()
  display.end()
  expect(heard).toEqual([
    '\r 10%|▍   | 1/10 [0:01] 1.0 re\u001b[K',
    '\r 10%|▍   | 1/10 [0:02] 0.5 re\u001b[K',
    '\n',
  ])
})

test('a log gets a line every five seconds', () => {
  const { terminal, heard } = heardBy(false)
  const display = progressDisplay(terminal)
  for (const elapsedS of [1, 4.9, 5.1, 6, 9.9, 10.2]) display.show(progressAt(elapsedS))
  expect(heard.map((line) => line.slice(0, 4))).toEqual(['0:05', '0:10'])
})
