// What is wrong with a field or a launch, in the window's language. Core says it in English, once, for every way in.
import type { Language } from '#core/model/language.ts'
import { hostProblemsZh } from './zh/host-problems.ts'
import { launchFailuresZh } from './zh/launch-failures.ts'
import { launchProblemsZh } from './zh/launch-problems.ts'
import { problemsZh } from './zh/problems.ts'
import { runProblemsZh } from './zh/run-problems.ts'

/** A sentence nobody translated is better read in English than not at all. */
export function problemText(message: string, language: Language): string {
  if (language === 'en') return message
  return message.split('\n').map(lineZh).join('\n')
}

/** Sentence by sentence, if each is known; else as one. Lines of a log are among them, and stay as they are. */
function lineZh(line: string): string {
  const parts = line.split(/(?<=\.) (?=[A-Z])/).map(sentenceZh)
  const isKnown = parts.every((part) => part !== null)
  return isKnown ? parts.join('') : (sentenceZh(line) ?? line)
}

/** What is the title of one thing may be a sentence by itself elsewhere. */
function sentenceZh(sentence: string): string | null {
  const known = knownZh(sentence)
  if (known !== null || !sentence.endsWith('.')) return known
  const title = knownZh(sentence.slice(0, -1))
  return title === null ? null : `${title}。`
}

function knownZh(message: string): string | null {
  for (const { pattern, chinese } of sentences) {
    const { groups = {} } = pattern.exec(message) ?? { groups: null }
    if (groups !== null) return filled(chinese, groups)
  }
  return choiceZh(message)
}

type Sentence = Readonly<{ pattern: RegExp; chinese: string }>

/** Those without a blank to fill first: they are the more exact ones. */
const sentences: readonly Sentence[] = Object.entries({
  ...problemsZh,
  ...launchProblemsZh,
  ...launchFailuresZh,
  ...hostProblemsZh,
  ...runProblemsZh,
})
  .sort(([a], [b]) => blanksIn(a) - blanksIn(b))
  .map(([english, chinese]) => ({ pattern: patternOf(english), chinese }))

function blanksIn(sentence: string): number {
  return sentence.split('{').length
}

function patternOf(sentence: string): RegExp {
  const escaped = sentence.replace(/[.*+?^$()|[\]\\]/g, '\\$&')
  const oneWord = escaped.replace(/\{(\w+)\}/g, '(?<$1>\\S+|".*")')
  return new RegExp(`^${oneWord.replace(/\{\\\+(\w+)\}/g, '(?<$1>.+)')}$`)
}

function filled(sentence: string, groups: Readonly<Record<string, string>>): string {
  return sentence.replace(/\{(\+?)(\w+)\}/g, (blank, isLong: string, name: string) => {
    const said = groups[name] ?? blank
    return isLong === '' ? said : (knownZh(said) ?? said)
  })
}

const kinds: Readonly<Record<string, string>> = {
  'a number': '数字',
  'a whole number': '整数',
  text: '文本',
  'on or off': '开或关',
  'an object': '对象',
}

const beginnings: Readonly<Record<string, string>> = {
  'must be': '必须是',
  'does not know': '不认识',
}

/** "must be a number or inf", "must be linear or exponential". */
function choiceZh(message: string): string | null {
  const [, beginning = '', choice = ''] = /^(must be|does not know) ([^;:()]+)$/.exec(message) ?? []
  if (choice === '') return null
  const words = kinds[choice] === undefined ? choice.split(/, | or /) : [choice]
  const named = words.map((word) => kinds[word] ?? word)
  const last = named.length > 1 ? ` 或 ${named.at(-1)}` : ''
  return `${beginnings[beginning]} ${named.slice(0, Math.max(1, named.length - 1)).join('、')}${last}`
}
