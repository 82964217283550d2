// The form around fields of a benchmark: each field reads and writes the draft itself, wherever it is on the page.
import { inject, provide, type InjectionKey, type Ref } from 'vue'
import type { Problem } from '#contract/views.ts'
import type { BenchmarkDraft } from '../../drafts/benchmark-draft.ts'
import type { FieldRemarks } from './field-remarks.ts'

type BenchmarkForm = Readonly<{
  draft: Ref<BenchmarkDraft>
  problems: Readonly<Ref<readonly Problem[]>>
  remarks?: Readonly<Ref<FieldRemarks>>
}>

const key: InjectionKey<BenchmarkForm> = Symbol('benchmark form')

export function provideBenchmarkForm(form: BenchmarkForm): void {
  provide(key, form)
}

export function useBenchmarkForm(): BenchmarkForm {
  const form = inject(key)
  if (form === undefined) throw new Error('no form was provided to the field')
  return form
}

/** Prefixes of field ids, for parts of the page that may show the same field at the same time. */
export const fieldIds: InjectionKey<string> = Symbol('field ids')
