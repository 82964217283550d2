// The random-multi-turn dataset: conversations of drawn lengths.
import { turnLimits } from '#core/model/benchmark/turn-limits.ts'
import { randomConversations } from '#core/workload/conversations/random-conversations.ts'
import { turnRequests } from '#core/workload/conversations/turn-requests.ts'
import { neededTokenizer, randomLengthsOf, type Sampler } from './sampler.ts'
import { turnOptions } from './turn-options.ts'

export const sampleRandomMultiTurn: Sampler = async (config, sources) => {
  const lengths = randomLengthsOf(config)
  const spec = {
    ...lengths,
    turns: turnLimits(config),
    laterInputLen: config.perTurnInputLen || lengths.inputLen,
  }
  const conversations = await randomConversations(spec, neededTokenizer(sources, config))
  return turnRequests(conversations, turnOptions(config, sources))
}
