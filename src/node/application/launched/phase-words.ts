// The phases of a start in words, for places that show one line.
import type { StartupPhase } from '#core/model/server/startup-facts.ts'

export const phaseWords: Readonly<Record<StartupPhase, string>> = {
  image: 'Getting the image',
  import: 'Loading vLLM',
  boot: 'Starting',
  config: 'Reading the configuration',
  engine: 'Starting the engine',
  weights: 'Loading weights',
  compile: 'Compiling',
  profile: 'Profiling memory',
  'kv-cache': 'Sizing the KV cache',
  graphs: 'Capturing graphs',
  opening: 'Opening its port',
}
