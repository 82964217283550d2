// Demand and price of a GPU for all sizings, stored in this browser.
import { shallowRef, watch, type Ref } from 'vue'
import { writtenWishSchema, type WrittenWish } from '../drafts/sizing-wish.ts'
import { stored } from './stored.ts'

export function useSizingWish(): Ref<WrittenWish> {
  const kept = stored('kneepoint.sizing', writtenWishSchema, localStorage)
  const written = shallowRef(kept.read())
  watch(written, kept.write)
  return written
}
