import type { Router } from 'vue-router'

/** Opens a page by keyboard: the next Tab focuses its first control, not the navigation before it. */
export async function openPlace(router: Router, path: string): Promise<void> {
  await router.push(path)
  document.getElementById('view')?.focus()
}
