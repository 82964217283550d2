import { benchmarkFlags } from '#core/flags/benchmark-fields.ts'
import { expect, test } from 'vitest'
import { workloadText } from '#renderer/components/ask/blank-texts.ts'
import { writeField } from '#renderer/drafts/benchmark-draft.ts'
import { commonLoads } from '#renderer/drafts/common-loads.ts'
import { t } from '#renderer/i18n/i18n.ts'

test('the workload of agents has no lengths in the sentence', () => {
  expect(workloadText(commonLoads.agents, t)).toBe('Agents')
})

test('agents need an API with messages, so choosing them sets it', () => {
  const card = { promptTokenIds: 'true', requestRate: '4' }
  const flag = benchmarkFlags.find(({ field }) => field === 'datasetName')
  expect(flag && writeField(card, flag, 'random-agent')).toEqual({
    ...{ requestRate: '4', datasetName: 'random-agent' },
    ...{ backend: 'openai-chat', endpoint: '/v1/chat/completions' },
  })
})
