// Flags that say what pictures, films and sound go out with the prompts.
import type { BenchmarkField } from '../benchmark/benchmark-fields.ts'
import type { FlagText } from './flag.ts'

export const mediaFlags: readonly FlagText<BenchmarkField>[] = [
  {
    field: 'enableMultimodalChat',
    kind: 'switch',
    summary: 'Have the dataset write whole chat messages, media included.',
  },
  {
    field: 'customEnsureClientSideData',
    kind: 'switch',
    summary: 'Custom pictures: send each as a part of the request, read or fetched beforehand.',
  },
  {
    field: 'randomMmBaseItemsPerRequest',
    kind: 'integer',
    metavar: 'N',
    summary: 'Random media: pictures and films beside each prompt.',
  },
  {
    field: 'randomMmNumMmItemsRangeRatio',
    kind: 'number',
    metavar: 'R',
    summary:
      'Random media: their number varies evenly from (1 − R) to (1 + R) times the one above.',
  },
  {
    field: 'randomMmLimitMmPerPrompt',
    kind: 'json',
    metavar: 'JSON',
    summary: 'Random media: most of a kind beside one prompt, such as {"image": 3, "video": 1}.',
  },
  {
    field: 'randomMmBucketConfig',
    kind: 'sizes',
    metavar: '{(H, W, T): P, …}',
    summary:
      'Random media: height, width, frames and how often each is chosen; one frame is a picture.',
  },
]
