import { expect, test } from 'vitest'
import { z } from 'zod'
import { stored } from './stored.ts'

const schema = z.object({ theme: z.enum(['light', 'dark']).default('light') })

function storageOf(entries: Record<string, string>) {
  const map = new Map(Object.entries(entries))
  return {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
  }
}

test('what was written is read again', () => {
  const kept = stored('key', schema, storageOf({}))
  kept.write({ theme: 'dark' })
  expect(kept.read()).toEqual({ theme: 'dark' })
})

test.each([
  { text: undefined, remark: 'nothing kept' },
  { text: '{"theme":"pink"}', remark: 'a value of another version' },
  { text: '{"theme":', remark: 'cut short' },
  { text: 'null', remark: 'no object' },
])('falls back to the defaults: $remark', ({ text }) => {
  const storage = storageOf(text === undefined ? {} : { key: text })
  expect(stored('key', schema, storage).read()).toEqual({ theme: 'light' })
})
