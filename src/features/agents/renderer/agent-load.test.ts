import { expect, test } from 'vitest'
import { workloadText } from '#renderer/components/ask/blank-texts.ts'
import { commonLoads } from '#renderer/drafts/common-loads.ts'
import { t } from '#renderer/i18n/i18n.ts'

test('the workload of agents has no lengths in the sentence', () => {
  expect(workloadText(commonLoads.agents, t)).toBe('Agents')
})
