// Rules of datasets of the hub.
import type { BenchmarkConfig } from './benchmark-fields.ts'
import type { BenchmarkRule } from './benchmark-rule.ts'
import { hubDatasetOf, hubIdOf } from './hub-datasets.ts'

const isHub = ({ datasetName }: BenchmarkConfig): boolean => datasetName === 'hf'

export const hubRules: readonly BenchmarkRule[] = [
  {
    field: 'hfName',
    broken: (config) =>
      isHub(config) && config.datasetPath !== null && hubDatasetOf(config) === null,
    message: (config) =>
      `must name the dataset that ${hubIdOf(config) || 'it'} is a copy of: its rows are not known here`,
  },
  {
    field: 'hfSplit',
    broken: (config) =>
      isHub(config) && hubDatasetOf(config)?.split === null && config.hfSplit === null,
    message: 'must be given for this dataset, as in the original; most have "train"',
  },
  {
    field: 'backend',
    broken: (config) =>
      isHub(config) &&
      hubDatasetOf(config)?.format === 'function-calls' &&
      config.backend !== 'openai-chat',
    message: 'functions to call are sent with chat messages; choose openai-chat',
  },
  {
    field: 'blazeditMaxDistance',
    broken: ({ blazeditMinDistance, blazeditMaxDistance }) =>
      blazeditMaxDistance < blazeditMinDistance,
    message: 'must not be below the least distance, else no row is left',
  },
  {
    field: 'asrMaxAudioLenSec',
    broken: ({ asrMinAudioLenSec, asrMaxAudioLenSec }) =>
      asrMaxAudioLenSec !== 'inf' && asrMaxAudioLenSec < asrMinAudioLenSec,
    message: 'must not be below the shortest length, else no recording is left',
  },
]
