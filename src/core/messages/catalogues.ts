// The catalogue of each language. A further language is a folder like `zh` and a line here.
import type { Language } from '../model/language.ts'
import { en } from './en/catalogue.ts'
import { zh } from './zh/catalogue.ts'

export type English = typeof en
type Catalogue = Readonly<Record<keyof English, string>>

export const catalogues: Readonly<Record<Language, Catalogue>> = { en, zh }
