// Prefixes of field ids, for parts of the page that may show the same field at the same time.
import type { InjectionKey } from 'vue'

export const fieldIds: InjectionKey<string> = Symbol('field ids')
