// Flags that are handed to the server with each request; left out, the server decides.
import type { BenchmarkField } from '../benchmark/benchmark-fields.ts'
import type { FlagText } from './flag.ts'

export const samplingFlags: readonly FlagText<BenchmarkField>[] = [
  {
    field: 'topP',
    kind: 'number',
    metavar: 'P',
    summary: 'Draw from the likeliest tokens that together reach this probability.',
  },
  {
    field: 'topK',
    kind: 'integer',
    metavar: 'K',
    summary: 'Draw from this many of the likeliest tokens.',
  },
  {
    field: 'minP',
    kind: 'number',
    metavar: 'P',
    summary: 'Leave out tokens below this share of the likeliest one.',
  },
  {
    field: 'temperature',
    kind: 'number',
    metavar: 'T',
    summary: 'Randomness of the choice; 0 always takes the likeliest token.',
  },
  {
    field: 'frequencyPenalty',
    kind: 'number',
    metavar: 'X',
    summary: 'Penalty on tokens by how often they were generated.',
  },
  {
    field: 'presencePenalty',
    kind: 'number',
    metavar: 'X',
    summary: 'Penalty on tokens that were generated at all.',
  },
  {
    field: 'repetitionPenalty',
    kind: 'number',
    metavar: 'X',
    summary: 'Factor against tokens already in prompt or output; 1 is none.',
  },
  {
    field: 'bestOf',
    kind: 'integer',
    metavar: 'N',
    summary: 'Answers to generate of which the best is kept; only with an early era of --compat.',
  },
  {
    field: 'logprobs',
    kind: 'integer',
    metavar: 'N',
    summary: 'Log probabilities to ask for with each token (completions only).',
  },
  {
    field: 'extraBody',
    kind: 'json',
    metavar: 'JSON',
    summary: 'More fields for the request body, as JSON or as --extra-body.NAME VALUE.',
  },
]
