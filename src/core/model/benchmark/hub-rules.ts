// Rules of datasets of the hub.
import { message } from '#core/messages/message.ts'
import type { BenchmarkConfig } from './benchmark-fields.ts'
import type { BenchmarkRule } from './benchmark-rule.ts'
import { hubDatasetOf, hubIdOf } from './hub-datasets.ts'

const isHub = ({ datasetName }: BenchmarkConfig): boolean => datasetName === 'hf'

export const hubRules: readonly BenchmarkRule[] = [
  {
    field: 'hfName',
    broken: (config) =>
      isHub(config) && config.datasetPath !== null && hubDatasetOf(config) === null,
    message: (config) => message('config.hubName', { id: hubIdOf(config) || 'it' }),
  },
  {
    field: 'hfSplit',
    broken: (config) =>
      isHub(config) && hubDatasetOf(config)?.split === null && config.hfSplit === null,
    message: message('config.hubSplit'),
  },
  {
    field: 'backend',
    broken: (config) =>
      isHub(config) &&
      hubDatasetOf(config)?.format === 'function-calls' &&
      config.backend !== 'openai-chat',
    message: message('config.hubFunctions'),
  },
  {
    field: 'blazeditMaxDistance',
    broken: ({ blazeditMinDistance, blazeditMaxDistance }) =>
      blazeditMaxDistance < blazeditMinDistance,
    message: message('config.mostBelowLeast'),
  },
  {
    field: 'asrMaxAudioLenSec',
    broken: ({ asrMinAudioLenSec, asrMaxAudioLenSec }) =>
      asrMaxAudioLenSec !== 'inf' && asrMaxAudioLenSec < asrMinAudioLenSec,
    message: message('config.longestBelowShortest'),
  },
]
