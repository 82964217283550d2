// Rules of conversations.
import { message } from '#core/messages/message.ts'
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
    message: message('config.conversationsChat'),
  },
  {
    field: 'compat',
    broken: (config) => holdsConversations(config) && eraOf(config).requests.chatContent === 'text',
    message: message('config.eraWithoutConversations'),
  },
  {
    field: 'multiTurnMinTurns',
    broken: (config) => {
      const { least, most } = turnLimits(config)
      return holdsConversations(config) && least > most
    },
    message: message('config.minTurns'),
  },
  {
    field: 'multiTurnHistory',
    broken: ({ datasetName, multiTurnHistory }) =>
      datasetName === 'random-multi-turn' && multiTurnHistory === 'recorded',
    message: message('config.noRecordedAnswers'),
  },
]
