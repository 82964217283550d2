// Tables of the stages of a pipeline, which a feature brings.
import * as features from './features.ts'
import type { StageTables } from './table.ts'

export const [stageTables] = Object.values<StageTables>(features)
