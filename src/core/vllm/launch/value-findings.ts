// Checks flags one by one: whether the installation accepts them, and whether their values are valid.
import { message, remedied, type Text } from '#core/messages/message.ts'
import type { ServeFlagValue } from '#core/model/launch-profile.ts'
import { closestWord } from '#core/base/closest-word.ts'
import { humanNumber } from '../read-serve-value.ts'
import type { ServeFlag } from '../flag-index.ts'
import type { LaunchPlan, LaunchSurroundings, ServeFinding } from './launch-plan.ts'

export function valueFindings(plan: LaunchPlan): ServeFinding[] {
  return [...knownFindings(plan), ...rawFindings(plan)]
}

/** Arguments without a known flag are passed on unchanged, and may be typing errors. */
function rawFindings({ config, surroundings }: LaunchPlan): ServeFinding[] {
  return config.rawArguments.flatMap((word) => {
    const [, name] = /^--([A-Za-z][\w-]*)/.exec(word) ?? []
    return name === undefined ? [] : [unknownFlag(name, surroundings)]
  })
}

function knownFindings({ config, surroundings }: LaunchPlan): ServeFinding[] {
  return Object.entries(config.flags).flatMap(([name, value]) => {
    const flag = surroundings.flagIndex.byName.get(name)
    if (flag === undefined) return [unknownFlag(name, surroundings)]
    return [
      secretFinding(flag),
      versionFinding(flag, surroundings),
      valueFinding(flag, value),
    ].filter((finding) => finding !== null)
  })
}

function unknownFlag(
  name: string,
  { flagIndex, sampledVersions }: LaunchSurroundings,
): ServeFinding {
  const closest = closestWord(name, flagIndex.byName.keys())
  return {
    flag: name,
    severity: sampledVersions === null ? 'error' : 'warning',
    message: message(
      sampledVersions === null ? 'launch.unknownFlag' : 'launch.unknownFlagAnywhere',
      { name },
    ),
    remedy:
      closest === null
        ? message('launch.unknownFlag.remedy')
        : message('launch.didYouMean', { flag: closest }),
  }
}

function secretFinding({ name, secretVariable }: ServeFlag): ServeFinding | null {
  if (secretVariable === undefined) return null
  return {
    flag: name,
    severity: 'error',
    ...remedied('launch.secretFlag', { flag: name, name: secretVariable }),
  }
}

function versionFinding(
  flag: ServeFlag,
  { version, sampledVersions }: LaunchSurroundings,
): ServeFinding | null {
  if (version === null || sampledVersions === null) return null
  if (takesFlag(flag, version, sampledVersions) !== false) return null
  return {
    flag: flag.name,
    severity: 'error',
    message:
      flag.until === undefined
        ? message('launch.flagTooNew', { version, flag: flag.name, since: flag.since })
        : message('launch.flagGone', { version, flag: flag.name, until: flag.until }),
    remedy: message('launch.flagTooNew.remedy'),
  }
}

function valueFinding(flag: ServeFlag, value: ServeFlagValue): ServeFinding | null {
  const wanted = judges[flag.kind](value, flag)
  if (wanted === null) return null
  return {
    flag: flag.name,
    severity: 'error',
    ...remedied('launch.badValue', { flag: flag.name, wanted, value: JSON.stringify(value) }),
  }
}

type Judge = (value: ServeFlagValue, flag: ServeFlag) => Text | null

const judges: Readonly<Record<ServeFlag['kind'], Judge>> = {
  switch: (value) => (typeof value === 'boolean' ? null : message('launch.onOrOff')),
  integer: (value, flag) => {
    const number = typeof value === 'string' && flag.takesHumanNumbers ? humanNumber(value) : value
    if (flag.takesHumanNumbers && value === 'auto') return null
    return Number.isInteger(number)
      ? outOfRange(Number(number), flag)
      : message('launch.wholeNumber')
  },
  number: (value, flag) =>
    typeof value === 'number' ? outOfRange(value, flag) : message('launch.number'),
  choice: (value, { choices = [], takesOtherChoices }) =>
    takesOtherChoices || choices.some((choice) => choice === value || Number(choice) === value)
      ? null
      : message('launch.oneOf', { choices: choices.join(', ') }),
  text: (value) => (typeof value === 'object' ? message('launch.text') : null),
  // Accepts other text, such as a level, which may be a short form; rejects an object that cannot be parsed.
  json: (value) =>
    typeof value === 'boolean' || (typeof value === 'string' && /^\s*\{/.test(value))
      ? 'JSON'
      : null,
  list: (value) =>
    Array.isArray(value) || typeof value === 'string' ? null : message('launch.list'),
}

function outOfRange(value: number, { range = [null, null] }: ServeFlag): Text | null {
  const [least, most] = range
  if (least !== null && value < least) return message('launch.atLeast', { limit: least })
  return most !== null && value > most ? message('launch.atMost', { limit: most }) : null
}

/**
 * Whether a version of vLLM accepts a flag. Null if the samples do not show it, because the flag was added or removed
 * between two of them.
 */
function takesFlag(
  { since, until }: Pick<ServeFlag, 'since' | 'until'>,
  version: string,
  samples: readonly string[],
): boolean | null {
  if (until !== undefined && isAfter(version, until)) {
    const firstWithout = samples.find((sample) => isAfter(sample, until))
    return firstWithout !== undefined && !isAfter(firstWithout, version) ? false : null
  }
  if (since !== undefined && isAfter(since, version)) {
    const lastWithout = samples.findLast((sample) => isAfter(since, sample))
    return lastWithout !== undefined && !isAfter(version, lastWithout) ? false : null
  }
  return true
}

/** Compares only numbers and ignores suffixes such as `rc1` or `+cu129`. */
function isAfter(version: string, other: string): boolean {
  const [numbers, others] = [numbersIn(version), numbersIn(other)]
  const index = [0, 1, 2].find((at) => (numbers[at] ?? 0) !== (others[at] ?? 0))
  return index !== undefined && (numbers[index] ?? 0) > (others[index] ?? 0)
}

function numbersIn(version: string): number[] {
  return (/^\d+(\.\d+)*/.exec(version)?.[0] ?? '').split('.').map(Number)
}
