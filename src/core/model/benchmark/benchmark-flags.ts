// Every flag of a benchmark, one per field of its schema: the command line, its help and the form read this list.
import type { BenchmarkField } from './benchmark-fields.ts'
import { connectionFlags } from '../flags/connection-flags.ts'
import { datasetFlags } from '../flags/dataset-flags.ts'
import { inGroup, type Flag } from '../flags/flag.ts'
import { hubFlags } from '../flags/hub-flags.ts'
import { mediaFlags } from '../flags/media-flags.ts'
import { multiTurnFlags } from '../flags/multi-turn-flags.ts'
import { reportFlags } from '../flags/report-flags.ts'
import { samplingFlags } from '../flags/sampling-flags.ts'
import { trafficFlags } from '../flags/traffic-flags.ts'

export type BenchmarkFlag = Flag<BenchmarkField>

export const benchmarkFlags: readonly BenchmarkFlag[] = [
  ...inGroup('Server', connectionFlags),
  ...inGroup('Dataset', [...datasetFlags, ...hubFlags, ...mediaFlags, ...multiTurnFlags]),
  ...inGroup('Traffic', trafficFlags),
  ...inGroup('Sampling', samplingFlags),
  ...inGroup('Report', reportFlags),
]
