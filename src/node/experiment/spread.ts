// The feature that spreads the load of a benchmark over several servers, if there is one.
import * as features from '#node/load/features.ts'
import type { Spread } from './server-access.ts'

export const spread: Spread | undefined = Object.values<Spread>(features)[0]
