// Loads that people often start from, each of about 30 s; each is a draft to be put in place of the one in the form.
import type { BenchmarkDraft } from './benchmark-draft.ts'

export const loadIds = ['chat', 'rag', 'code', 'longContext', 'agents', 'embeddings'] as const
export type LoadId = (typeof loadIds)[number]

/** Needs no tokenizer. */
const synthetic: BenchmarkDraft = { promptTokenIds: 'true', randomRangeRatio: '0.5' }

export const commonLoads: Readonly<Record<LoadId, BenchmarkDraft>> = {
  chat: {
    ...synthetic,
    ...{ numPrompts: '120', randomInputLen: '512', randomOutputLen: '256', requestRate: '4' },
  },
  rag: {
    ...synthetic,
    ...{ numPrompts: '60', randomInputLen: '4096', randomOutputLen: '256', requestRate: '2' },
  },
  code: {
    ...synthetic,
    ...{ numPrompts: '120', randomInputLen: '2048', randomOutputLen: '64', requestRate: '4' },
  },
  longContext: {
    ...synthetic,
    ...{ numPrompts: '15', randomInputLen: '16384', randomOutputLen: '256', requestRate: '0.5' },
  },
  agents: {
    ...synthetic,
    ...{ numPrompts: '60', randomInputLen: '512', randomOutputLen: '256', requestRate: '2' },
    randomPrefixLen: '4096',
  },
  embeddings: {
    ...{ backend: 'openai-embeddings', endpoint: '/v1/embeddings', promptTokenIds: 'true' },
    ...{ numPrompts: '600', randomInputLen: '256', requestRate: '20' },
  },
}

/** What the form holds before anything was written: a load of 30 s that most servers carry. */
export const firstLoad: BenchmarkDraft = {
  ...{ numPrompts: '120', randomInputLen: '512', randomOutputLen: '256', requestRate: '4' },
}

/** The card whose load is written, if one is. */
export function loadOf(draft: BenchmarkDraft): LoadId | null {
  const written = Object.entries(draft)
  return (
    loadIds.find((id) => {
      const fields = new Map<string, string>(Object.entries(commonLoads[id]))
      return (
        fields.size === written.length && written.every(([name, text]) => fields.get(name) === text)
      )
    }) ?? null
  )
}
