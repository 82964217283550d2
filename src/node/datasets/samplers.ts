// One sampler per dataset.
import type { DatasetName } from '#core/model/dataset-traits.ts'
import { sampleBurstGpt } from './sample-burstgpt.ts'
import { sampleCustomAudio } from './sample-custom-audio.ts'
import { sampleCustomImage } from './sample-custom-image.ts'
import { sampleCustom } from './sample-custom.ts'
import { samplePrefixRepetition } from './sample-prefix-repetition.ts'
import { sampleSpecBench, sampleSpeedBench } from './sample-questions.ts'
import { sampleMultiTurn } from './sample-multi-turn.ts'
import { sampleRandom } from './sample-random.ts'
import { sampleRandomMultiTurn } from './sample-random-multi-turn.ts'
import { sampleRandomRerank } from './sample-random-rerank.ts'
import { sampleRandomMm } from './sample-random-mm.ts'
import { sampleShareGpt } from './sample-sharegpt.ts'
import { sampleSonnet } from './sample-sonnet.ts'
import { sampleTimedTrace } from './sample-timed-trace.ts'
import type { Sampler } from './sampler.ts'

/** The hub's client and readers of tables, of which other datasets need nothing. */
const sampleHub: Sampler = async (config, sources) =>
  (await import('./hub/sample-hub.ts')).sampleHub(config, sources)

export const samplers: Readonly<Record<DatasetName, Sampler>> = {
  random: sampleRandom,
  'random-rerank': sampleRandomRerank,
  'random-mm': sampleRandomMm,
  prefix_repetition: samplePrefixRepetition,
  sonnet: sampleSonnet,
  sharegpt: sampleShareGpt,
  burstgpt: sampleBurstGpt,
  spec_bench: sampleSpecBench,
  speed_bench: sampleSpeedBench,
  timed_trace: sampleTimedTrace,
  'random-multi-turn': sampleRandomMultiTurn,
  multi_turn: sampleMultiTurn,
  custom: sampleCustom,
  custom_image: sampleCustomImage,
  custom_audio: sampleCustomAudio,
  hf: sampleHub,
}
