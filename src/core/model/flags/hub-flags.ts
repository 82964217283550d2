// Flags that say which rows of a dataset of the hub are taken.
import type { BenchmarkField } from '../benchmark/benchmark-fields.ts'
import { hubIds } from '../benchmark/hub-datasets.ts'
import type { FlagText } from './flag.ts'

export const hubFlags: readonly FlagText<BenchmarkField>[] = [
  {
    field: 'hfName',
    kind: 'choice',
    metavar: 'ID',
    choices: hubIds,
    summary: 'Hub: the dataset that the path is a copy of.',
  },
  {
    field: 'hfSubset',
    kind: 'text',
    metavar: 'NAME',
    summary: 'Hub: the part of the dataset to read, where it has several.',
  },
  {
    field: 'hfSplit',
    kind: 'text',
    metavar: 'NAME',
    summary: 'Hub: the split to read, such as train or test.',
  },
  {
    field: 'hfOutputLen',
    kind: 'integer',
    metavar: 'N',
    unit: 'tokens',
    summary: 'Hub: tokens to generate, in place of what is usual for the dataset.',
  },
  {
    field: 'noStream',
    kind: 'switch',
    summary: 'Hub: read all rows before shuffling them, not as many as are needed.',
  },
  {
    field: 'blazeditMinDistance',
    kind: 'number',
    metavar: 'X',
    summary: 'Code edits of the hub: least difference between old and new code, from 0 to 1.',
  },
  {
    field: 'blazeditMaxDistance',
    kind: 'number',
    metavar: 'X',
    summary: 'Code edits of the hub: most difference between old and new code, from 0 to 1.',
  },
  {
    field: 'asrMinAudioLenSec',
    kind: 'number',
    metavar: 'S',
    unit: 's',
    summary: 'Speech of the hub: leave out shorter recordings.',
  },
  {
    field: 'asrMaxAudioLenSec',
    kind: 'rate',
    metavar: 'S',
    unit: 's',
    summary: 'Speech of the hub: leave out longer recordings.',
  },
  {
    field: 'bfclCategories',
    kind: 'text',
    metavar: 'NAME,…',
    summary: 'Function calls of the hub: categories to take in turn.',
  },
]
