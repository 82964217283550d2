// Minimum and maximum number of turns of a conversation.
import { type DatasetName, datasetTraits } from './dataset-traits.ts'

export type TurnChoice = Readonly<{
  datasetName: DatasetName
  multiTurnNumTurns: number
  multiTurnMinTurns: number
  multiTurnMaxTurns: number
}>

type TurnLimits = Readonly<{ least: number; most: number }>

/** A single turn is not a conversation unless --multi-turn-min-turns requests it. */
const fewestRecorded = 2

export function turnLimits({
  datasetName,
  multiTurnNumTurns,
  multiTurnMinTurns,
  multiTurnMaxTurns,
}: TurnChoice): TurnLimits {
  const isMade = datasetTraits[datasetName].path === 'none'
  return {
    least: multiTurnMinTurns || (isMade ? multiTurnNumTurns : fewestRecorded),
    most: multiTurnMaxTurns || (isMade ? multiTurnNumTurns : Infinity),
  }
}
