import { expect, test } from 'vitest'
import { benchmarkConfigSchema } from '#core/model/benchmark-config.ts'
import { beyondContext } from './context-check.ts'

const config = benchmarkConfigSchema.parse({ backend: 'openai', model: 'm' })

function requests(...lengths: readonly (readonly [input: number, output: number])[]) {
  return lengths.map(([promptTokens, expectedOutputTokens]) => ({
    ...{ prompt: 'Hi', requestId: null },
    ...{ promptTokens, expectedOutputTokens },
  }))
}

test('names the requests that do not fit', () => {
  expect(beyondContext(requests([8000, 100], [8100, 100], [9000, 1]), config, 8192)).toEqual({
    ...{ count: 2, all: 3 },
    longest: { input: 9000, output: 1 },
    shortest: { input: 8100, output: 100 },
  })
})

test('finds none where all fit, or the context is not known', () => {
  expect(beyondContext(requests([8092, 100]), config, 8192)).toBeNull()
  expect(beyondContext(requests([9000, 100]), config, null)).toBeNull()
})

test('counts each choice by itself', () => {
  const choices = benchmarkConfigSchema.parse({ ...config, extraBody: { n: 4 } })
  expect(beyondContext(requests([8000, 100]), choices, 8192)).toBeNull()
})
