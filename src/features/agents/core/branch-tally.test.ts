import { expect, test } from 'vitest'
import type { AgentStep, RequestError } from '#core/records/request-record.ts'
import { measured } from '#core/stats/fixtures/requests.ts'
import type { MeasuredRequest } from '#core/records/measured-request.ts'
import { ConversationTally } from '#core/stats/conversation-tally.ts'
import { agentSummary } from './agent-tally.ts'

const cut: RequestError = { code: 'branch-cancelled', message: 'cut', status: null, body: null }

function step(
  [conversation, number]: readonly [number, number],
  more: Partial<AgentStep> = {},
  changes: Partial<MeasuredRequest> = {},
): MeasuredRequest {
  const turn = { conversation, number, step: { depth: 0, reusableTokens: null, ...more } }
  return measured({ turn, promptTokens: 100, outputTokens: 10, ...changes })
}

function summaryOf(requests: readonly MeasuredRequest[]) {
  const tally = new ConversationTally()
  for (const request of requests) tally.add(request)
  const conversations = tally.summary([50])
  return agentSummary(requests, { metricPercentiles: [50] }, { conversations })?.conversations
}

const whole = { tookUs: 5e6, modelUs: 4e6, thinkUs: 0 }

test('what cancelled branches cost, and which share of all they are', () => {
  const requests = [
    step([0, 0]),
    step([0, 1], { branch: 1 }),
    // Its first step was answered, its second cut; a third was never sent.
    step([0, 2], { branch: 2 }),
    step([0, 3], { branch: 2 }, { error: cut, discardedTokens: 4 }),
    // Cancelled in the pause of its tools.
    step([0, 5], { branch: 5 }),
    step([0, 7], { whole, endedAfterUs: 5e6, cancelledBranches: [2, 5, 9] }),
    // One without cancelled branches.
    step([1, 0]),
    step([1, 1], { branch: 1 }),
    step([1, 2], { endedAfterUs: 1e6 }),
    // One that has not ended says nothing of its branches.
    step([2, 1], { branch: 1 }, { error: cut, discardedTokens: 7 }),
  ]
  const summary = summaryOf(requests.toReversed())
  expect(summary).toMatchObject({ completed: 3, failed: 0 })
  expect(summary?.agents?.timeToSolution).toMatchObject({ count: 1, mean: 5000 })
  expect(summary?.agents?.branches).toEqual({
    begun: 5,
    cancelled: 3,
    cancelledRequests: 1,
    inputTokens: 300,
    outputTokens: 24,
    allOutputTokens: 84,
  })
})

test('agents without branches have none', () => {
  expect(
    summaryOf([step([0, 0]), step([0, 1], { endedAfterUs: 1e6 })])?.agents?.branches,
  ).toBeNull()
})
