// Texts of the window: nested, with the same keys in every language.
import type { Parameters } from './template.ts'

/** Same texts in another language. */
export type TranslationOf<Texts> = {
  readonly [Key in keyof Texts]: Texts[Key] extends string ? string : TranslationOf<Texts[Key]>
}

/** Keys of nested texts: `servers.title` and so on. */
export type TextPath<Branch> = {
  [Key in keyof Branch & string]: Branch[Key] extends string
    ? Key
    : `${Key}.${TextPath<Branch[Key]>}`
}[keyof Branch & string]

type TextAt<Branch, Path> = Path extends `${infer Head}.${infer Rest}`
  ? Head extends keyof Branch
    ? TextAt<Branch[Head], Rest>
    : never
  : Path extends keyof Branch
    ? Branch[Path] & string
    : never

/** Values for the text at `Path`; empty if the text has no parameters. */
export type ValuesOf<Branch, Path> = Parameters<TextAt<Branch, Path>, string | number>
