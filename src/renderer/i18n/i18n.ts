// The window's language, and `t` with keys the compiler knows.
import { shallowRef } from 'vue'
import type { Language } from '#core/messages/languages.ts'
import { filled } from '#core/messages/template.ts'
import { unbroken } from '#core/base/unbroken.ts'
import { textsIn, type TextKey, type TextValues } from './texts.ts'

export type FillValues = Readonly<Record<string, string | number>>

/** The text for a key in the current language; reactive to a change of it. */
export type Translate = <Key extends TextKey>(
  key: Key,
  ...values: keyof TextValues<Key> extends never ? [] : [values: TextValues<Key>]
) => string

const language = shallowRef<Language>('en')

/** Templates of each language, by key. */
const templates = new Map<Language, Map<string, string>>()

export const t: Translate = (key, ...[values]) => textOf(key, values)

/** Text of a key from data: only the values themselves show whether they fit the text. */
export function textOf(key: TextKey, values?: FillValues): string {
  const template = templateOf(language.value, key)
  const text = values ? filled(template, (name) => String(values[name] ?? '')) : template
  return unbroken(text)
}

/** Its texts must have been learnt (`learn`). */
export function speak(wanted: Language): void {
  language.value = wanted
}

/** Reactive to a change of it. */
export function currentLanguage(): Language {
  return language.value
}

function templateOf(spoken: Language, key: string): string {
  const known = templates.get(spoken) ?? new Map<string, string>()
  templates.set(spoken, known)
  const template = known.get(key) ?? textAt(textsIn(spoken).window, key)
  known.set(key, template)
  return template
}

/** A composed key may name no text: the key itself is shown, as the only trace of the mistake. */
function textAt(branch: unknown, key: string): string {
  const found = key
    .split('.')
    .reduce<unknown>(
      (within, part) =>
        typeof within === 'object' && within !== null ? Reflect.get(within, part) : undefined,
      branch,
    )
  return typeof found === 'string' ? found : key
}
