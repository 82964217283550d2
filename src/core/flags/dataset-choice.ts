// Conditions on the chosen dataset that several flags share.
import { datasetTraits, type DatasetName } from '#core/model/benchmark/dataset-traits.ts'

export type DatasetChoice = Readonly<{ datasetName: DatasetName }>

export function isDataset(...names: readonly DatasetName[]): (config: DatasetChoice) => boolean {
  return ({ datasetName }) => names.includes(datasetName)
}

export const drawsPrompts = isDataset('random', 'random-mm', 'random-multi-turn')
export const drawsRandomly = isDataset('random', 'random-mm', 'random-multi-turn', 'random-rerank')

export function holdsConversations({ datasetName }: DatasetChoice): boolean {
  return datasetTraits[datasetName].holdsConversations
}
