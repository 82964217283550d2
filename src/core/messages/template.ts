// Templates of messages: `{host}` is a parameter, `{count|# request|# requests}` chooses a form by a number, and `{text|clause}`
// is a sentence inside another, without its capital letter and full stop.

type Blanks<Template extends string> = Template extends `${string}{${infer Blank}}${infer Rest}`
  ? Blank | Blanks<Rest>
  : never

/** Braces of JSON contain spaces or quotes; parameter names do not. */
type Name<Blank> = Blank extends '' | `${string}${' ' | '"' | '|'}${string}`
  ? never
  : Blank & string
type ClauseName<Blank> = Blank extends `${infer Start}|clause` ? Name<Start> : never
type CountedName<Blank> = Blank extends `${infer Start}|${string}|${string}` ? Name<Start> : never

/** Parameters of a template; `Value` is the type of an uncounted parameter. */
export type Parameters<Template extends string, Value> = {
  readonly [Key in Name<Blanks<Template>> | ClauseName<Blanks<Template>>]: Value
} & { readonly [Key in CountedName<Blanks<Template>>]: number }

/** Turns the union `{ text: A } | { text: B }` into the intersection `{ text: A } & { text: B }`. */
export type AllOf<Union> = (Union extends unknown ? (member: Union) => void : never) extends (
  member: infer All,
) => void
  ? All
  : never

type TextWith<Key> = Key extends string ? { text: `${string}{${Key}${'}' | '|'}${string}` } : never

/** Translation of one template; it must use each parameter. */
type TemplateTranslation<Keys> = [Keys] extends [never]
  ? string
  : (AllOf<TextWith<Keys>> & { text: string })['text']

/** Translation of a catalogue: every id, with all its parameters. */
export type Translation<English extends Readonly<Record<string, string>>> = {
  readonly [Id in keyof English]: TemplateTranslation<
    Name<Blanks<English[Id]>> | ClauseName<Blanks<English[Id]>> | CountedName<Blanks<English[Id]>>
  >
}

const blank = /( ?)\{([a-z]\w*)(?:\|(clause)|\|([^|}]*)\|([^}]*))?\}( ?)/gi
type Groups = [
  before: string,
  name: string,
  clause: string | undefined,
  one: string | undefined,
  many: string | undefined,
  after: string,
  at: number,
]

/** `textOf` renders a parameter. A space between two Chinese characters is dropped. */
export function filled(template: string, textOf: (name: string) => string): string {
  return template.replace(
    blank,
    (whole, ...[before, name, clause, one, many = '', after, at]: Groups) => {
      const value = clause === undefined ? textOf(name) : clauseOf(textOf(name))
      const text = one === undefined ? value : (value === '1' ? one : many).replaceAll('#', value)
      const joinsBefore = before !== '' && endsHan(template.slice(0, at)) && startsHan(text)
      const joinsAfter =
        after !== '' && startsHan(template.slice(at + whole.length)) && endsHan(text)
      return (joinsBefore ? '' : before) + text + (joinsAfter ? '' : after)
    },
  )
}

export function parameterNames(template: string): ReadonlySet<string> {
  const names = new Set<string>()
  filled(template, (name) => {
    names.add(name)
    return ''
  })
  return names
}

/** Abbreviations such as TTFT keep their case. */
function clauseOf(sentence: string): string {
  const begun = /^[A-Z](?![A-Z])/.test(sentence)
    ? sentence.charAt(0).toLowerCase() + sentence.slice(1)
    : sentence
  return begun.replace(/[.。]$/, '')
}

/** Lower bound of all Chinese characters. Compiling a regular expression with a script name takes milliseconds. */
const firstHan = '\u2e80'

function startsHan(text: string): boolean {
  return text >= firstHan && /^\p{Script=Han}/u.test(text)
}

/** Checks the last two code units, because a character outside the Basic Multilingual Plane takes two. */
function endsHan(text: string): boolean {
  return text.slice(-1) >= firstHan && /\p{Script=Han}$/u.test(text.slice(-2))
}
