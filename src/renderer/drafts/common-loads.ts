// Loads that people often start from; each is a draft to be put in place of the one in the form.
import type { BenchmarkDraft } from './benchmark-draft.ts'

export const loadIds = ['smoke', 'chat', 'longPrompt', 'agents', 'offline', 'bursts'] as const
type LoadId = (typeof loadIds)[number]

/** Needs no tokenizer. */
const synthetic: BenchmarkDraft = { promptTokenIds: 'true' }

export const commonLoads: Readonly<Record<LoadId, BenchmarkDraft>> = {
  smoke: {
    ...synthetic,
    numPrompts: '20',
    randomInputLen: '128',
    randomOutputLen: '32',
    requestRate: '10',
  },
  chat: {
    ...synthetic,
    numPrompts: '240',
    randomInputLen: '512',
    randomOutputLen: '256',
    randomRangeRatio: '0.5',
    requestRate: '4',
  },
  longPrompt: {
    ...synthetic,
    numPrompts: '60',
    randomInputLen: '8192',
    randomOutputLen: '256',
    requestRate: '1',
  },
  agents: {
    ...synthetic,
    numPrompts: '120',
    randomPrefixLen: '4096',
    randomInputLen: '512',
    randomOutputLen: '256',
    requestRate: '2',
  },
  offline: { ...synthetic, maxConcurrency: '256' },
  bursts: {
    ...synthetic,
    numPrompts: '240',
    randomInputLen: '512',
    randomOutputLen: '256',
    requestRate: '4',
    burstiness: '0.2',
  },
}
