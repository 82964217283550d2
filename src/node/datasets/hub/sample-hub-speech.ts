// Datasets of the hub that hold recorded speech: inside the rows, or as files beside them.
import {
  soundByPath,
  soundInRow,
  sampleSpeech,
  type SoundSource,
} from '#core/workload/hub/speech.ts'
import type { Recording } from '#core/workload/sampled-request.ts'
import { besideDataset } from '../samplers/beside-dataset.ts'
import { readRecording, recordingOf } from '../read-recording.ts'
import {
  datasetPathOf,
  neededTokenizer,
  requireGoingOn,
  sampleOptions,
} from '../samplers/sampler.ts'
import type { DatasetSource } from './dataset-source.ts'
import { openHub, rowsOf, type HubSampler } from './hub-sampler.ts'

export const sampleHubSpeech: HubSampler = async (config, sources, dataset) => {
  const source = await openHub(config, sources)
  const options = {
    ...sampleOptions(config, sources),
    outputTokens: config.outputLen ?? config.hfOutputLen ?? dataset.outputTokens ?? 1,
    leastSeconds: config.asrMinAudioLenSec,
    mostSeconds: config.asrMaxAudioLenSec === 'inf' ? Infinity : config.asrMaxAudioLenSec,
    tokenizerName: config.tokenizer ?? config.model ?? '',
    soundOf: dataset.format === 'speech-by-path' ? soundByPath : soundInRow,
  }
  return sampleSpeech(rowsOf(source, config, dataset, sources), options, {
    tokenizer: neededTokenizer(sources, config),
    recordingOf: (sound) => {
      requireGoingOn(sources)
      return recordingIn(sound, source, datasetPathOf(config))
    },
  })
}

async function recordingIn(
  sound: SoundSource,
  source: DatasetSource,
  datasetPath: string,
): Promise<Recording> {
  if (typeof sound !== 'string') return recordingOf(sound.bytes, sound.path ?? 'audio')
  if (source.paths.includes(sound)) return readRecording(await source.locate(sound))
  return readRecording(await besideDataset(sound, datasetPath))
}
