// How many turns a conversation may have.
import { type DatasetName, datasetTraits } from './dataset-traits.ts'

export type TurnChoice = Readonly<{
  datasetName: DatasetName
  multiTurnNumTurns: number
  multiTurnMinTurns: number
  multiTurnMaxTurns: number
}>

type TurnLimits = Readonly<{ least: number; most: number }>

/** One turn is no conversation unless --multi-turn-min-turns asks for it. */
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
