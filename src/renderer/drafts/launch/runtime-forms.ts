// Form of each runtime: one line for the program or image, and for Docker another one for its options.
import type { Installation } from '#core/model/host-facts.ts'
import type { ServeRuntime } from '#core/model/launch-profile.ts'
import { shellText } from '#core/command-line/launch-functions.ts'
import { splitShellText } from '#core/command-line/split-shell-text.ts'

type RuntimeKind = ServeRuntime['kind']
type RuntimeText = Readonly<{ place: string; options: string }>

type RuntimeForm = Readonly<{
  usualPlace: string
  placeholder: string
  hasOptions: boolean
  /** Parses the form; the schema validates it. */
  read: (place: string, options: string) => unknown
}>

export const runtimeForms: Readonly<Record<RuntimeKind, RuntimeForm>> = {
  program: {
    usualPlace: 'vllm',
    placeholder: 'vllm',
    hasOptions: false,
    read: (program) => ({ kind: 'program', program }),
  },
  environment: {
    usualPlace: '',
    placeholder: '~/vllm/.venv',
    hasOptions: false,
    read: (folder) => ({ kind: 'environment', folder }),
  },
  docker: {
    usualPlace: 'vllm/vllm-openai:latest',
    placeholder: 'vllm/vllm-openai:latest',
    hasOptions: true,
    read: (image, options) => ({ kind: 'docker', image, options: wordsOf(options) }),
  },
  command: {
    usualPlace: '',
    placeholder: 'python -m vllm.entrypoints.openai.api_server',
    hasOptions: false,
    read: (words) => ({ kind: 'command', words: wordsOf(words) }),
  },
}

export const runtimeKinds = ['program', 'environment', 'docker', 'command'] as const

export function runtimeText(runtime: ServeRuntime): RuntimeText {
  switch (runtime.kind) {
    case 'program':
      return { place: runtime.program, options: '' }
    case 'environment':
      return { place: runtime.folder, options: '' }
    case 'docker':
      return { place: runtime.image, options: shellText(runtime.options) }
    case 'command':
      return { place: shellText(runtime.words), options: '' }
  }
}

/** Form values that run an installation found on a host. */
export function installedRuntime({ kind, place }: Installation): {
  runtime: RuntimeKind
  place: string
} {
  const folder = /^(.+)\/bin\/[^/]+$/.exec(place)?.[1]
  if (kind === 'environment' && folder !== undefined)
    return { runtime: 'environment', place: folder }
  return { runtime: kind === 'image' ? 'docker' : 'program', place }
}

/** Arguments that cannot be split yet, such as an open quotation, become null, which the schema rejects. */
/** Null if the text is not a command. */
export function wordsOf(text: string): string[] | null {
  try {
    return splitShellText(text)
  } catch {
    return null
  }
}
