// Container programs in a user's own command: docker, podman, nerdctl and enroot start containers that are not our children.
import { shellText } from '#core/command-line/launch-functions.ts'

type ContainerCall = Readonly<{
  /** Arguments up to the program: `sudo podman`. */
  program: readonly string[]
  /** Index after `run`. */
  optionsAt: number
  /** Whether containers outlive the program, and are found by label. */
  hasLabels: boolean
}>

const programs: readonly Readonly<{ name: RegExp; verb: string; hasLabels: boolean }>[] = [
  { name: /^(?:.*\/)?(?:docker|podman|nerdctl)$/, verb: 'run', hasLabels: true },
  { name: /^(?:.*\/)?enroot$/, verb: 'start', hasLabels: false },
]

/** Null unless the command runs a container in the foreground of one of these programs. */
export function containerCall(words: readonly string[]): ContainerCall | null {
  for (const { name, verb, hasLabels } of programs) {
    const at = words.findIndex((word) => name.test(word))
    const verbAt = at < 0 ? -1 : words.indexOf(verb, at)
    if (verbAt > at) return { program: words.slice(0, at + 1), optionsAt: verbAt + 1, hasLabels }
  }
  return null
}

/** With the label of the launch, and its variables, whose values the program takes from its own environment. */
export function labelledCall(
  words: readonly string[],
  { label, variableNames }: Readonly<{ label: string; variableNames: readonly string[] }>,
): readonly string[] {
  const call = containerCall(words)
  if (call === null) return words
  const isPassed = (name: string) => !name.startsWith('CUDA_') || !choosesGpus(words)
  return words.toSpliced(
    call.optionsAt,
    0,
    ...(call.hasLabels ? ['--label', label] : []),
    ...variableNames.filter(isPassed).flatMap((name) => ['--env', name]),
  )
}

/** Removes the containers of a label. Does nothing without one. */
export function clearingScript(program: readonly string[], label: string): string {
  const tool = shellText(program)
  return `${tool} ps -aq --filter ${shellText([`label=${label}`])} | xargs -r ${tool} rm --force --volumes`
}

export function isDetached(word: string): boolean {
  return /^(?:-[it]*d[it]*|--detach(?:=true)?)$/.test(word)
}

/** Such a container numbers its own GPUs. */
function choosesGpus(words: readonly string[]): boolean {
  return words.some(
    (word, index) =>
      /^--gpus=(?!all$)|nvidia\.com\/gpu=(?!all$)/.test(word) ||
      (word === '--gpus' && words[index + 1] !== 'all'),
  )
}
