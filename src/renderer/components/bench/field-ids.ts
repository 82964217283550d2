// The prefix of the ids of fields, for places that may show the same field at once.
import type { InjectionKey } from 'vue'

export const fieldIds: InjectionKey<string> = Symbol('field ids')
