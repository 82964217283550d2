// A text with characters that steer a terminal, and a search for them.
import { expect } from 'vitest'

/** Copies to the clipboard, clears the screen, reverses text, and does the same with an 8-bit control character. */
export const plantedEscapes = 'm\u001b]52;c;ZXZpbA==\u0007\u001b[2J\u202e\u009b2J\r'

/** Control characters that terminals obey, and invisible ones that reverse text. */
const steering = /[\0-\x08\x0b\x0c\x0e-\x1f\x80-\x9f\u202a-\u202e]|\r(?!\n)/

export function expectPrintable(name: string, content: string): void {
  expect(content, name).not.toBe('')
  const at = content.search(steering)
  expect(at === -1 ? '' : JSON.stringify(content.slice(Math.max(0, at - 60), at + 20)), name).toBe(
    '',
  )
}
