// Deleted items that can still be restored: hidden at once, deleted when their notice closes.
import { statementOf } from '#core/messages/message.ts'
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import { callError } from '../api/call-error.ts'
import { said } from '../i18n/i18n.ts'
import { useToasts } from './toasts.ts'

type Deletion = Readonly<{ ids: readonly string[]; text: string; remove: () => Promise<void> }>

export const useTrash = defineStore('trash', () => {
  const toasts = useToasts()
  const hidden = shallowRef<ReadonlySet<string>>(new Set())

  function bringBack(ids: readonly string[]): void {
    hidden.value = new Set([...hidden.value].filter((id) => !ids.includes(id)))
  }

  async function deleteNow({ ids, remove }: Deletion): Promise<void> {
    try {
      await remove()
    } catch (error) {
      toasts.show({ text: said(statementOf(callError(error))), isError: true })
    } finally {
      bringBack(ids)
    }
  }

  function put(deletion: Deletion): void {
    hidden.value = new Set([...hidden.value, ...deletion.ids])
    toasts.show({
      text: deletion.text,
      undo: () => bringBack(deletion.ids),
      onEnd: () => void deleteNow(deletion),
    })
  }

  return { hidden, put }
})
