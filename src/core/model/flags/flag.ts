// What the command line, its help and the window's form know about one flag; types and defaults are in the schemas.

export const flagGroups = [
  'Server',
  'Dataset',
  'Traffic',
  'Sampling',
  'Report',
  'Output',
  'Series',
  'Options',
] as const

export type FlagGroup = (typeof flagGroups)[number]

/** How a value is written on a command line. */
export type FlagKind =
  | 'text'
  | 'integer'
  | 'number'
  /** A number or `inf`. */
  | 'rate'
  /** Takes no value; `--no-…` turns it off. */
  | 'switch'
  | 'choice'
  /** `99` or `50,90,99`. */
  | 'numbers'
  /** `ttft,tpot`. */
  | 'names'
  /** Any number of words of the reader's own. */
  | 'words'
  /** `KEY=VALUE`, any number of them. */
  | 'pairs'
  /** `ttft:200 e2el:3000`. */
  | 'limits'
  /** A JSON object, or dotted parts of one: `--extra-body.seed 1`. */
  | 'json'
  /** `{(256, 256, 1): 0.5}`, as Python writes it, or JSON with such keys. */
  | 'sizes'
  /** A number or `{"input": 0.1, "output": 0.3}`. */
  | 'range-ratio'

export type FlagText<Field extends string> = Readonly<{
  field: Field
  kind: FlagKind
  /** Stands for the value in the help. */
  metavar?: string
  unit?: string
  choices?: readonly string[]
  /** Turns other spellings of a choice into the one that is listed. */
  respell?: (word: string) => string
  /** Said again, it adds to what was said before; else the last one counts. */
  addsUp?: boolean
  /** One sentence. */
  summary: string
}>

export type Flag<Field extends string = string> = FlagText<Field> &
  Readonly<{ flag: string; group: FlagGroup }>

export function flagName(field: string): string {
  return `--${field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

/** How a command line turns a switch off. */
export function negatedFlag(flag: string): string {
  return flag.replace(/^--/, '--no-')
}

export function inGroup<Field extends string>(
  group: FlagGroup,
  texts: readonly FlagText<Field>[],
): readonly Flag<Field>[] {
  return texts.map((text) => ({ ...text, flag: flagName(text.field), group }))
}
