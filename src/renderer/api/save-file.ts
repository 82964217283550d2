// Offers a file as a browser download.

export function saveBlob(fileName: string, blob: Blob): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // The download keeps its own reference to the blob once the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 0)
}

type TextFile = Readonly<{ fileName: string; mediaType: string; text: string }>

export function saveText({ fileName, mediaType, text }: TextFile): void {
  saveBlob(fileName, new Blob([text], { type: mediaType }))
}
