// Rows to read from a dataset on the Hugging Face Hub.
import { z } from 'zod'
import { message } from '#core/messages/message.ts'
import {
  hubDatasetOf,
  hubIdOf,
  hubIds,
  type HubChoice,
  type HubFormatName,
} from './hub-datasets.ts'
import {
  type DatasetChoice,
  type FeatureFlags,
  isDataset,
  onOff,
  positiveOrInfinite,
  seconds,
  shownLoad,
} from '#core/flags/flag.ts'

const optionalName = z.string().min(1).nullable().default(null)

const isHub = isDataset('hf')
const isHubFormat =
  (...formats: readonly (HubFormatName | undefined)[]) =>
  (config: DatasetChoice & HubChoice): boolean =>
    isHub(config) && formats.includes(hubDatasetOf(config)?.format)
const isCodeEdit = isHubFormat('code-edit')
const isSpeech = isHubFormat('speech', 'speech-by-path')
const isFunctionCalls = isHubFormat('function-calls')

export const hubDatasetFlags = {
  flags: {
    hfName: {
      listedAfter: 'customOutputLen',
      schema: z.enum(hubIds).nullable().default(null),
      kind: 'choice',
      metavar: 'ID',
      choices: hubIds,
      summary: 'Hub: id of the dataset of which the path is a local copy.',
      label: 'Dataset of the hub',
      ...shownLoad,
      appliesTo: isHub,
      rules: {
        broken: (config: DatasetChoice & HubChoice) =>
          isHub(config) && config.datasetPath !== null && hubDatasetOf(config) === null,
        message: (config: HubChoice) => message('config.hubName', { id: hubIdOf(config) || 'it' }),
      },
    },
    hfSubset: {
      listedAfter: 'hfName',
      schema: optionalName,
      metavar: 'NAME',
      summary: 'Hub: subset of the dataset, if it has several.',
      label: 'Subset',
      ...shownLoad,
      appliesTo: (config: DatasetChoice & HubChoice) =>
        isHub(config) && hubDatasetOf(config)?.hasNoSubsets !== true,
    },
    hfSplit: {
      listedAfter: 'hfSubset',
      schema: optionalName,
      metavar: 'NAME',
      summary: 'Hub: split of the dataset, such as train or test.',
      label: 'Split',
      ...shownLoad,
      appliesTo: (config: DatasetChoice & HubChoice) => isHub(config) && !isFunctionCalls(config),
      rules: {
        broken: (config: DatasetChoice & HubChoice & { hfSplit: string | null }) =>
          isHub(config) && hubDatasetOf(config)?.split === null && config.hfSplit === null,
        message: message('config.hubSplit'),
      },
    },
    noStream: {
      listedAfter: 'hfOutputLen',
      ...onOff,
      summary: 'Hub: read all rows before shuffling, instead of only as many as needed.',
      label: 'Read all rows first',
      after: 'noOversample',
      affects: 'load',
      appliesTo: isHub,
    },
    blazeditMinDistance: {
      listedAfter: 'noStream',
      schema: z.number().min(0).default(0),
      kind: 'number',
      metavar: 'X',
      summary: 'Hub code edits: minimum difference between old and new code, 0 to 1.',
      label: 'Min difference',
      ...shownLoad,
      appliesTo: isCodeEdit,
    },
    blazeditMaxDistance: {
      listedAfter: 'blazeditMinDistance',
      schema: z.number().min(0).default(1),
      kind: 'number',
      metavar: 'X',
      summary: 'Hub code edits: maximum difference between old and new code, 0 to 1.',
      label: 'Max difference',
      ...shownLoad,
      appliesTo: isCodeEdit,
      rules: {
        broken: ({
          blazeditMinDistance,
          blazeditMaxDistance,
        }: {
          blazeditMinDistance: number
          blazeditMaxDistance: number
        }) => blazeditMaxDistance < blazeditMinDistance,
        message: message('config.mostBelowLeast'),
      },
    },
    asrMinAudioLenSec: {
      listedAfter: 'blazeditMaxDistance',
      ...seconds,
      schema: z.number().min(0).default(0),
      summary: 'Hub speech: skip shorter recordings.',
      label: 'Shortest recording',
      ...shownLoad,
      appliesTo: isSpeech,
    },
    asrMaxAudioLenSec: {
      listedAfter: 'asrMinAudioLenSec',
      schema: positiveOrInfinite.default('inf'),
      kind: 'rate',
      metavar: 'S',
      unit: 's',
      summary: 'Hub speech: skip longer recordings.',
      label: 'Longest recording',
      ...shownLoad,
      appliesTo: isSpeech,
      rules: {
        broken: ({
          asrMinAudioLenSec: shortest,
          asrMaxAudioLenSec: longest,
        }: {
          asrMinAudioLenSec: number
          asrMaxAudioLenSec: number | 'inf'
        }) => longest !== 'inf' && longest < shortest,
        message: message('config.longestBelowShortest'),
      },
    },
    bfclCategories: {
      listedAfter: 'asrMaxAudioLenSec',
      /** Separated by commas. */
      schema: optionalName,
      metavar: 'NAME,…',
      summary: 'Hub function calls: categories to draw from, in turn.',
      label: 'Categories',
      ...shownLoad,
      appliesTo: isFunctionCalls,
    },
  },
} as const satisfies FeatureFlags
