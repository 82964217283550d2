// Ids of fields begin with this word, where the same field may stand in two places at once.
import type { InjectionKey } from 'vue'

export const fieldIds: InjectionKey<string> = Symbol('field ids')
