// Files dragged over the window: a drop target handles them; anywhere else the browser would navigate to the file.

export function bringsFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') === true
}

/** For the whole window; targets inside it have precedence. */
export function refuseFiles(event: DragEvent): void {
  if (event.defaultPrevented || !bringsFiles(event)) return
  event.preventDefault()
  if (event.dataTransfer) event.dataTransfer.dropEffect = 'none'
}
