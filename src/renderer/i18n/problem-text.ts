// What failed or stands against something, in the window's language. It is said in English, once, for every way in.
import { textIn, type Text } from '#core/messages/message.ts'
import type { Language } from '#core/model/language.ts'
import { unbroken } from '../format/unbroken.ts'
import { allProblemsZh } from './zh/all-problems.ts'

/** A sentence nobody translated is better read in English than not at all. */
export function problemText(message: Text, language: Language): string {
  if (typeof message === 'object') return unbroken(textIn(language, message))
  return unbroken(language === 'en' ? message : (told.get(message) ?? tell(message)))
}

/** Tables say the same few again and again, and finding one among hundreds of patterns takes its time. */
const told = new Map<string, string>()
const mostTold = 1000

function tell(message: string): string {
  const text = message.split('\n').map(lineZh).join('\n')
  if (told.size === mostTold) told.clear()
  told.set(message, text)
  return text
}

/** Sentence by sentence, if each is known; else as one. Lines of a log are among them, and stay as they are. */
function lineZh(line: string): string {
  const parts = line.split(/(?<=[.?]) (?=[A-Z])/).map(sentenceZh)
  const isKnown = parts.every((part) => part !== null)
  return isKnown ? parts.join('') : (sentenceZh(line) ?? line)
}

/** What is the title of one thing may be a sentence by itself elsewhere. */
function sentenceZh(sentence: string): string | null {
  const known = plainZh(sentence)
  if (known !== null || !sentence.endsWith('.')) return known ?? framedZh(sentence, frames)
  const title = knownZh(sentence.slice(0, -1))
  return title === null ? framedZh(sentence, frames) : `${title}。`
}

function knownZh(message: string): string | null {
  return plainZh(message) ?? framedZh(message, frames)
}

function plainZh(message: string): string | null {
  for (const { pattern, chinese } of sentences) {
    const { groups = {} } = pattern.exec(message) ?? { groups: null }
    if (groups !== null) return filled(chinese, groups)
  }
  return choiceZh(message)
}

type Frame = Readonly<{ pattern: RegExp; around: (said: string, of: string) => string }>

/** What stands around a sentence that is known, the outermost first: a place, a field, the system's name for it. */
const frames: readonly Frame[] = [
  { pattern: /^(?<of>.+?): (?<said>.+)$/, around: (said, of) => `${of}：${said}` },
  { pattern: /^(?<of>[^\s:]+) (?<said>[a-z].+)$/, around: (said, of) => `${of} ${said}` },
  { pattern: /^(?<said>.+) \((?<of>\w+)\)$/, around: (said, of) => `${said}（${of}）` },
]

function framedZh(message: string, [frame, ...inner]: readonly Frame[]): string | null {
  if (frame === undefined) return null
  const { said, of = '' } = frame.pattern.exec(message)?.groups ?? {}
  const known = said === undefined ? null : (plainZh(said) ?? framedZh(said, inner))
  return known === null ? framedZh(message, inner) : frame.around(known, of)
}

type Sentence = Readonly<{ pattern: RegExp; chinese: string }>

/** Those without a blank to fill first: they are the more exact ones. */
const sentences: readonly Sentence[] = Object.entries(allProblemsZh)
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
  return sentence.replace(blankZh, (_, ...[before = '', isLong, name, after = '']: Blank) => {
    const said = groups[name] ?? ''
    const known = isLong === '' ? null : knownZh(said)
    if (known === null) return before + said + after
    return (startsZh.test(known) ? '' : before) + known + (endsZh.test(known) ? '' : after)
  })
}

/** With the spaces that part it from the Chinese around it. */
const blankZh = /((?<=\p{Script=Han}) )?\{(\+?)(\w+)\}( (?=\p{Script=Han}))?/gu
type Blank = [before: string | undefined, isLong: string, name: string, after: string | undefined]

const startsZh = /^\p{Script=Han}/u
const endsZh = /\p{Script=Han}$/u

/** Only what is not Chinese stands apart. */
function besideZh(left: string, right: string): string {
  return endsZh.test(left) && startsZh.test(right) ? left + right : `${left} ${right}`
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
  const first = named.slice(0, Math.max(1, named.length - 1)).join('、')
  const last = named.length > 1 ? ['或', ...named.slice(-1)] : []
  return [beginnings[beginning] ?? '', first, ...last].reduce(besideZh)
}
