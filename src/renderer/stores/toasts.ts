// Short notices of completed actions, each with an undo if possible.
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'

export type Toast = Readonly<{
  id: number
  text: string
  isError: boolean
  /** Null if it cannot be undone. */
  undo: (() => void) | null
}>

type Notice = Readonly<{ text: string; isError?: boolean; undo?: () => void; onEnd?: () => void }>

/** Long enough to read it and to change one's mind. A failure is shown until it is closed. */
const shownMs = 8000

export const useToasts = defineStore('toasts', () => {
  const list = shallowRef<readonly Toast[]>([])
  const endings = new Map<number, () => void>()
  let last = 0

  /** `onEnd` is called once, when the notice disappears without being undone. */
  function show({ text, isError = false, undo, onEnd }: Notice): void {
    const id = ++last
    const timer = isError ? undefined : setTimeout(() => end(id), shownMs)
    endings.set(id, () => {
      clearTimeout(timer)
      onEnd?.()
    })
    const undone = () => {
      clearTimeout(timer)
      endings.delete(id)
      remove(id)
      undo?.()
    }
    list.value = [...list.value, { id, text, isError, undo: undo === undefined ? null : undone }]
  }

  function end(id: number): void {
    remove(id)
    const ending = endings.get(id)
    endings.delete(id)
    ending?.()
  }

  function remove(id: number): void {
    list.value = list.value.filter((toast) => toast.id !== id)
  }

  /** Undoes the last action that can be undone; false if there is none. */
  function undoLast(): boolean {
    const undo = list.value.findLast((toast) => toast.undo !== null)?.undo ?? null
    undo?.()
    return undo !== null
  }

  /** Closes all notices before the page is closed. */
  function endAll(): void {
    for (const { id } of list.value) end(id)
  }

  return { list, show, end, undoLast, endAll }
})
