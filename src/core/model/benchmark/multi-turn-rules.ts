// Rules of conversations.
import { backendTraits } from './backend-traits.ts'
import type { BenchmarkConfig } from './benchmark-fields.ts'
import type { BenchmarkRule } from './benchmark-rule.ts'
import { datasetTraits } from './dataset-traits.ts'
import { eraOf } from '../eras/era-of.ts'

export type TurnLimits = Readonly<{ least: number; most: number }>

/** One turn alone is no conversation, unless somebody asks for it. */
const fewestRecorded = 2

export function turnLimits({
  datasetName,
  multiTurnNumTurns,
  multiTurnMinTurns,
  multiTurnMaxTurns,
}: BenchmarkConfig): TurnLimits {
  const isMade = datasetTraits[datasetName].path === 'none'
  return {
    least: multiTurnMinTurns || (isMade ? multiTurnNumTurns : fewestRecorded),
    most: multiTurnMaxTurns || (isMade ? multiTurnNumTurns : Infinity),
  }
}

function holdsConversations({ datasetName }: BenchmarkConfig): boolean {
  return datasetTraits[datasetName].holdsConversations
}

export const multiTurnRules: readonly BenchmarkRule[] = [
  {
    field: 'backend',
    broken: (config) =>
      holdsConversations(config) && !backendTraits[config.backend].takesConversations,
    message: 'conversations are sent as chat messages; choose openai-chat',
  },
  {
    field: 'compat',
    broken: (config) => holdsConversations(config) && eraOf(config).requests.chatContent === 'text',
    message: 'clients of that era sent one message and no conversations; choose a later one',
  },
  {
    field: 'multiTurnMinTurns',
    broken: (config) => {
      const { least, most } = turnLimits(config)
      return holdsConversations(config) && least > most
    },
    message: 'asks for more turns than conversations may have; lower it or raise the most turns',
  },
  {
    field: 'multiTurnHistory',
    broken: ({ datasetName, multiTurnHistory }) =>
      datasetName === 'random-multi-turn' && multiTurnHistory === 'recorded',
    message: 'made-up conversations have no recorded answers; leave it at answers',
  },
]
