// The phases of a start in words, for places that show one line.
import { message, type Text } from '#core/messages/message.ts'
import type { StartupPhase } from '#core/model/server/launch.ts'

export const phaseText: Readonly<Record<StartupPhase, Text>> = {
  image: message('launch.phase.image'),
  import: message('launch.phase.loading'),
  boot: message('launch.phase.start'),
  config: message('launch.phase.configuration'),
  engine: message('launch.phase.engine'),
  weights: message('launch.phase.weights'),
  compile: message('launch.phase.compile'),
  profile: message('launch.phase.profiling'),
  'kv-cache': message('launch.phase.kvCache'),
  graphs: message('launch.phase.graphs'),
  opening: message('launch.phase.port'),
}
