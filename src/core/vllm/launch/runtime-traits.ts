// What distinguishes the ways of running vLLM: how the command line begins, and what the server sees.
import type { ServeRuntime } from '#core/model/server/launch-profile.ts'
import type { StartupPhase } from '#core/model/server/startup-facts.ts'
import {
  dockerClearing,
  dockerLastWords,
  dockerPreparation,
  dockerRun,
  sharesNetwork,
} from './docker-runtime.ts'
import type { LaunchTarget, RuntimeLaunch } from './runtime-launch.ts'

type RuntimeTrait<Runtime extends ServeRuntime> = Readonly<{
  /** The words before the model. */
  program(launch: RuntimeLaunch<Runtime>): readonly string[]
  /** The address vLLM itself listens on. */
  innerAddress(address: string, runtime: Runtime): string
  /** Folders that come first on the PATH. */
  path(runtime: Runtime): readonly string[]
  /** The program that prints its flags on --help. */
  helpProgram(runtime: Runtime): readonly string[]
  /** The program whose version can be asked for; null where there is none by itself. */
  versionProgram(runtime: Runtime): string | null
  /** The version, where its name contains one. */
  namedVersion(runtime: Runtime): string | null
  /** The first thing a start does. */
  firstPhase: StartupPhase
  /** Lines of sh before the server's; empty where there is nothing to prepare. */
  preparation(launch: RuntimeLaunch<Runtime>): string
  /** Lines of sh after its end, with its exit code in `code`, that add to its log. */
  lastWords(launch: Pick<LaunchTarget, 'id'>): string
  /** What to run once the server is gone, so that nothing of it stays. */
  clearing(launch: Pick<LaunchTarget, 'id'>): readonly string[] | null
}>

type RuntimeTraits = {
  readonly [Kind in ServeRuntime['kind']]: RuntimeTrait<Extract<ServeRuntime, { kind: Kind }>>
}

/** A process of the host itself. */
const direct = {
  innerAddress: (address: string) => address,
  path: () => [],
  versionProgram: () => null,
  namedVersion: () => null,
  firstPhase: 'import',
  preparation: () => '',
  lastWords: () => '',
  clearing: () => null,
} as const

const traits: RuntimeTraits = {
  program: {
    ...direct,
    program: ({ runtime }) => [runtime.program, 'serve'],
    helpProgram: ({ program }) => [program, 'serve'],
    versionProgram: ({ program }) => program,
  },
  environment: {
    ...direct,
    program: ({ runtime }) => [`${runtime.folder}/bin/vllm`, 'serve'],
    helpProgram: ({ folder }) => [`${folder}/bin/vllm`, 'serve'],
    path: ({ folder }) => [`${folder}/bin`],
    versionProgram: ({ folder }) => `${folder}/bin/vllm`,
  },
  command: {
    ...direct,
    program: ({ runtime }) => runtime.words,
    helpProgram: ({ words }) => words,
  },
  docker: {
    ...direct,
    program: dockerRun,
    helpProgram: ({ image }) => ['docker', 'run', '--rm', '--init', image],
    innerAddress: (address, runtime) => (sharesNetwork(runtime) ? address : '0.0.0.0'),
    namedVersion: ({ image }) => /:v?(\d+\.\d[\w.+]*)[^:/]*$/.exec(image)?.[1] ?? null,
    firstPhase: 'image',
    preparation: dockerPreparation,
    lastWords: dockerLastWords,
    clearing: dockerClearing,
  },
}

export function runtimeTrait<Kind extends ServeRuntime['kind']>(
  runtime: Extract<ServeRuntime, { kind: Kind }>,
): RuntimeTrait<Extract<ServeRuntime, { kind: Kind }>> {
  return traits[runtime.kind]
}
